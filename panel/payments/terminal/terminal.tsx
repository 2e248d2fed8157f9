// One payment by hand: type, method, amounts, contacts and options, and its price beside them.
import { useEffect } from 'react';
import { FormProvider } from 'react-hook-form';
import type { UserPermission } from '../../../contract/accounts/documents/user-permissions.ts';
import type { PaymentType } from '../../../contract/payments/fee-programs.ts';
import { useKeys } from '../../kit/keys.ts';
import { PageTitle } from '../../kit/page-title.tsx';
import { RequiredsProvider } from './field.tsx';
import { methodsOf, typeChoices } from './form.ts';
import { MethodTabs, TypePicker } from './method-tabs.tsx';
import { ProcessorPicker } from './processor-picker.tsx';
import { keepEnter, Method, Price, Rest } from './terminal-parts.tsx';
import { useSwipe } from './use-swipe.ts';
import { type TerminalFacts, useTerminal } from './use-terminal.ts';
import './terminal.css';
import './narrow.css';

interface TerminalProps extends TerminalFacts {
  rights: Partial<Record<UserPermission, boolean>>;
  /** After a payment the hand goes straight to the next one. */
  focus_at_start: boolean;
}

const keys_note = (
  <span className="term-keys">
    Every step works without a pointer. <kbd>?</kbd> shows the keys.
  </span>
);

export function Terminal(props: TerminalProps) {
  const { merchant, processors, rights, focus_at_start } = props;
  const terminal = useTerminal(props);
  const { form, element, type, method, submit } = terminal;
  const { support_blind_credits: credits, allow_advanced_fields: levels } = merchant.permissions;
  const settings = merchant.requireds.default;
  const send = () => void submit();
  useSwipe(method === 'card', terminal.card.onSwipe);
  useKeys([{ key: 'enter', label: 'charge', with_control: true, run: send }]);
  useEffect(() => {
    if (focus_at_start) element.current?.querySelector<HTMLElement>('[name="number"]')?.focus();
  }, [focus_at_start, element]);
  const changeMethod = (next: PaymentType) => {
    const open = typeChoices(rights, credits, next).filter(({ reason }) => reason === null);
    const kept = open.find((one) => one.type === type) ?? open[0];
    terminal.changeMethod(next, kept?.type ?? type);
  };
  return (
    <div className="page">
      <PageTitle title="Virtual Terminal" note={keys_note} />
      <RequiredsProvider value={settings}>
        <FormProvider {...form}>
          <div className="term-columns">
            <form
              id="virtual-terminal"
              ref={element}
              className="section term-form"
              aria-label="Payment"
              noValidate
              autoComplete="off"
              onSubmit={submit}
              onKeyDown={keepEnter}
            >
              <div className="term-head">
                <TypePicker
                  choices={typeChoices(rights, credits, method)}
                  value={type}
                  onChange={(next) => form.setValue('type', next)}
                />
                <ProcessorPicker processors={terminal.usable} />
              </div>
              <MethodTabs
                methods={methodsOf(processors, settings)}
                value={method}
                onChange={changeMethod}
              />
              <div
                id="method-panel"
                className="term-part"
                role="tabpanel"
                aria-labelledby={`method-${method}`}
              >
                <Method terminal={terminal} />
              </div>
              <Rest terminal={terminal} levels={levels} />
            </form>
            <Price terminal={terminal} />
          </div>
        </FormProvider>
      </RequiredsProvider>
    </div>
  );
}
