// What a key may do, grouped: rights of its user and areas of the product, each with a sentence.
import type { KeyScope } from '../../../contract/access/access.ts';
import type { CallerRecord } from '../../../contract/identity/users.ts';
import { useField } from '../../kit/form/form-context.ts';
import { SwitchTable } from '../switch-table.tsx';
import { scopeGroups } from './api-key-values.ts';

export function ScopeFields({ caller }: { caller: CallerRecord }) {
  const { value: scopes, put } = useField<readonly KeyScope[]>('scopes');
  const onSwitch = (name: KeyScope, on: boolean) => {
    const others = scopes.filter((one) => one !== name);
    put(on ? [...others, name] : others);
  };
  const groups = scopeGroups(caller).map(({ title, choices }) => ({
    title,
    rows: choices.map(({ name, label, meaning, reason }) => {
      const checked = scopes.includes(name);
      return {
        ...{ name, label, checked, note: reason || meaning },
        disabled: reason !== '' && !checked,
      };
    }),
  }));
  return <SwitchTable className="rights key-scopes" groups={groups} onSwitch={onSwitch} />;
}
