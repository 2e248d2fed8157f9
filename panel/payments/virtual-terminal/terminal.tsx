// One payment by hand: type, method, amounts, contacts and options, and its price beside them.
import { useEffect, useRef, useState } from 'react';
import { FormProvider, useFormState } from 'react-hook-form';
import type { UserPermission } from '../../../contract/accounts/documents/user-permissions.ts';
import { type Unsaved, useUnsaved } from '../../kit/form/unsaved.ts';
import { useKeys } from '../../kit/keys/keys.ts';
import kit from '../../kit/kit.module.css';
import { Page } from '../../kit/page/page-parts.tsx';
import { confirmDiscard } from '../../notices.ts';
import { PickerTabs } from '../picker/picker-tabs.tsx';
import { connection } from '../readers/connected.ts';
import type { QuickEntry } from './card-entry/quick-entry.ts';
import { QuickBar } from './card-entry/quick-entry-bar.tsx';
import { useSwipe } from './card-entry/use-swipe.ts';
import { RequiredFieldsProvider } from './fields/field.tsx';
import { ProcessorPicker } from './fields/processor-picker.tsx';
import { TypePicker } from './fields/type-picker.tsx';
import type { TerminalMethod } from './form.ts';
import { methodsOf, paidByOf, tabFacts } from './methods.ts';
import styles from './terminal.module.css';
import { blockEnter, Method, Price, Rest } from './terminal-parts.tsx';
import { TerminalTitle } from './terminal-title.tsx';
import { typeChoices } from './type-choices.ts';
import { ModeContext, useMode } from './use-mode.ts';
import { type TerminalFacts, type TerminalState, useTerminal } from './use-terminal.ts';

type Rights = Partial<Record<UserPermission, boolean>>;

interface TerminalProps extends TerminalFacts {
  rights: Rights;
  /** After a payment the focus is on the first field of the next one. */
  focus_at_start: boolean;
  /** Takes the last payment's amount and fields; null where there is none. */
  onRepeat: (() => void) | null;
  /** The tab the address names. */
  tab: TerminalMethod;
  /** The saved customer the address names; '' for none. */
  customer_id: string;
  /** Called with the tab that is open now, and its saved customer. */
  onTabChanged: (method: TerminalMethod, customer_id?: string) => void;
}

interface FormProps {
  terminal: TerminalState;
  rights: Rights;
  methods: readonly TerminalMethod[];
  onMethod: (method: TerminalMethod) => void;
}

/** All fields, in the order of the Tab key: type, processor, method, the rest. */
function PaymentForm({ terminal, rights, methods, onMethod }: FormProps) {
  const { form, element, type, method, paid_by, submit } = terminal;
  const { permissions } = terminal.merchant;
  return (
    <form
      id="virtual-terminal"
      ref={element}
      className={kit.section}
      data-part="section"
      aria-label="Payment"
      noValidate
      autoComplete="off"
      onSubmit={submit}
      onKeyDown={blockEnter}
    >
      <div className={styles.head}>
        <TypePicker
          choices={typeChoices(rights, permissions, paid_by)}
          value={type}
          onChange={(next) => form.setValue('type', next)}
        />
        {paid_by !== 'terminal' && <ProcessorPicker processors={terminal.usable} />}
      </div>
      <PickerTabs tabs={methods} value={method} onChange={onMethod} />
      <div
        id="method-panel"
        className={styles.part}
        role="tabpanel"
        aria-labelledby={`method-${method}`}
      >
        <Method terminal={terminal} />
      </div>
      <Rest terminal={terminal} />
    </form>
  );
}

/** Another tab, with the type kept where the new method has it; by hand, or by its address. */
function useMethodChange(props: TerminalProps, now: TerminalState, unsaved: Unsaved) {
  const { rights, merchant, tab, onTabChanged } = props;
  const { permissions } = merchant;
  const typeFor = (paid_by: TerminalState['paid_by']) => {
    const open = typeChoices(rights, permissions, paid_by).filter(({ reason }) => reason === null);
    return (open.find((one) => one.type === now.type) ?? open[0])?.type ?? now.type;
  };
  const change = (next: TerminalMethod) => now.changeMethod(next, typeFor(paidByOf(next)));
  // A saved bank account is never authorized.
  // biome-ignore lint/correctness/useExhaustiveDependencies: only another way to pay changes it
  useEffect(() => now.form.setValue('type', typeFor(now.paid_by)), [now.paid_by]);
  const named = useRef(tab);
  // biome-ignore lint/correctness/useExhaustiveDependencies: only another address changes the tab
  useEffect(() => {
    if (named.current !== tab && tab !== now.method) change(tab);
    named.current = tab;
  }, [tab]);
  const show = (next: TerminalMethod, customer_id = '') => {
    // The address of a tab is no leaving.
    unsaved.release();
    onTabChanged(next, customer_id);
    unsaved.touch();
  };
  const { id, choose } = now.customer;
  const addressed = useRef(props.customer_id);
  // biome-ignore lint/correctness/useExhaustiveDependencies: whichever of the two changed last
  useEffect(() => {
    if (now.method !== 'customer') return;
    if (addressed.current !== props.customer_id) choose(props.customer_id);
    else if (id !== props.customer_id) show('customer', id);
    addressed.current = id === addressed.current ? props.customer_id : id;
  }, [id, props.customer_id]);
  return (next: TerminalMethod) => {
    change(next);
    show(next);
  };
}

/** The form begins anew: what was typed into it would be lost without a word. */
export function Terminal(props: TerminalProps) {
  const { merchant, processors, rights, focus_at_start } = props;
  const terminal = useTerminal(props);
  const { form, element, method, submit } = terminal;
  const [mode, setMode] = useMode(merchant.default_values.virtual_terminal.enable_advanced_fields);
  const [quick, setQuick] = useState(false);
  // Whether anything was typed, never what: digits of a card stay in their fields.
  const { isDirty } = useFormState({ control: form.control });
  const unsaved = useUnsaved(isDirty);
  const changeMethod = useMethodChange(props, terminal, unsaved);
  const methods = methodsOf(
    processors,
    merchant.requireds.default,
    tabFacts(merchant, connection.get().readers.length > 0),
  );
  useSwipe(method === 'card', terminal.card.onSwipe);
  useKeys([{ key: 'enter', label: 'charge', with_control: true, run: () => void submit() }]);
  const focusNumber = () => {
    element.current?.querySelector<HTMLElement>('[name="number"]')?.focus();
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the form appears
  useEffect(() => {
    if (focus_at_start) focusNumber();
  }, [focus_at_start]);
  const enter = (entry: QuickEntry, charge: boolean) => {
    if (method !== 'card') changeMethod('card');
    setQuick(false);
    terminal.fill(entry, charge);
  };
  const closeQuick = () => {
    setQuick(false);
    focusNumber();
  };
  const openQuick = methods.includes('card') ? () => setQuick(true) : null;
  const { onRepeat } = props;
  const repeat = () => {
    const take = () => {
      unsaved.release();
      onRepeat?.();
    };
    const text = 'Repeating the last payment clears what you entered.';
    if (isDirty) confirmDiscard(text, 'Repeat last', take);
    else take();
  };
  return (
    <Page>
      <TerminalTitle
        mode={mode}
        onMode={setMode}
        onQuick={openQuick}
        onRepeat={onRepeat && repeat}
      />
      {quick && <QuickBar currency={terminal.currency} onEntry={enter} onClose={closeQuick} />}
      <ModeContext value={mode}>
        <RequiredFieldsProvider value={merchant.requireds.default}>
          <FormProvider {...form}>
            <div className={styles.columns}>
              <PaymentForm {...{ terminal, rights, methods }} onMethod={changeMethod} />
              <Price terminal={terminal} />
            </div>
          </FormProvider>
        </RequiredFieldsProvider>
      </ModeContext>
    </Page>
  );
}
