// One payment by hand: type, method, amount, contacts and options on the left, its price on the right.
import { type KeyboardEvent, useEffect, useState } from 'react';
import { type FieldErrors, FormProvider, useFormContext, useFormState, useWatch } from 'react-hook-form';
import type { UserPermission } from '../../../contract/accounts/documents/user-permissions.ts';
import { fieldLabel } from '../../../contract/fields.ts';
import { brandOf } from '../../../contract/payments/cards.ts';
import type { PaymentType } from '../../../contract/payments/fee-programs.ts';
import { Fold } from '../../kit/fold.tsx';
import { useKeys } from '../../kit/keys.ts';
import { PageTitle } from '../../kit/page-title.tsx';
import { AmountFields, LevelFields } from './amount-fields.tsx';
import { BankFields, HolderFields, useHolderShown } from './bank-fields.tsx';
import { CardFields, firstDigits } from './card-fields.tsx';
import { ContactFields, contactPeek } from './contact-fields.tsx';
import { RequiredsProvider } from './field.tsx';
import { methodsOf, type TerminalForm, type TerminalType, typeChoices } from './form.ts';
import { MethodTabs, TypePicker } from './method-tabs.tsx';
import { Option, OptionFields } from './option-fields.tsx';
import { ChargeButton, chargeLabel, type OpenProblem, PreviewPanel } from './preview-panel.tsx';
import { ProcessorPicker } from './processor-picker.tsx';
import type { Swipe } from './swipe.ts';
import { groupedCard } from './typing.ts';
import { useSwipe } from './use-swipe.ts';
import { type TerminalFacts, useTerminal } from './use-terminal.ts';
import './terminal.css';

interface TerminalProps extends TerminalFacts {
  rights: Partial<Record<UserPermission, boolean>>;
  /** After a payment the hand goes straight to the next one. */
  focus_at_start: boolean;
}

function openProblems(errors: FieldErrors, path = ''): OpenProblem[] {
  return Object.entries(errors).flatMap(([name, error]) => {
    if (error === undefined) return [];
    const full = path === '' ? name : `${path}.${name}`;
    if (typeof error.message === 'string') return [{ name: full, label: fieldLabel(name) }];
    return openProblems(error as FieldErrors, full);
  });
}

export function Terminal(props: TerminalProps) {
  const { merchant, processors, rights, focus_at_start } = props;
  const terminal = useTerminal(props);
  const { form, element, type, method } = terminal;
  const settings = merchant.requireds.default;
  const methods = methodsOf(processors, settings);
  const choices = typeChoices(rights, merchant.permissions.support_blind_credits, method);
  useSwipe(method === 'card', (swipe) => fillSwipe(swipe));
  useKeys([{ key: 'enter', label: 'charge', with_control: true, run: () => void terminal.submit() }]);
  useEffect(() => {
    if (focus_at_start) element.current?.querySelector<HTMLElement>('[name="number"]')?.focus();
  }, [focus_at_start, element]);

  const [swiped, setSwiped] = useState(false);
  const fillSwipe = (swipe: Swipe) => {
    const brand = brandOf(swipe.number);
    const expiry = `${swipe.expiration_date.slice(0, 2)}/${swipe.expiration_date.slice(2)}`;
    form.setValue('number', groupedCard(swipe.number, brand), { shouldValidate: true });
    form.setValue('expiration_date', expiry, { shouldValidate: true });
    form.setValue('billing_address.first_name', swipe.first_name);
    form.setValue('billing_address.last_name', swipe.last_name);
    terminal.onNumber(brand, firstDigits(swipe.number));
    terminal.swiped.current = { track_1: swipe.track_1, track_2: swipe.track_2 };
    setSwiped(true);
    element.current?.querySelector<HTMLElement>('[name="amount"]')?.focus();
  };
  const changeMethod = (next: PaymentType) => {
    const open = typeChoices(rights, merchant.permissions.support_blind_credits, next);
    const fits = open.find((one) => one.type === type && one.reason === null);
    const first = open.find((one) => one.reason === null);
    setSwiped(false);
    terminal.changeMethod(next, (fits ?? first)?.type ?? type);
  };
  return (
    <div className="page">
      <PageTitle title="Virtual Terminal" note={<KeysNote />} />
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
              onSubmit={terminal.submit}
              onKeyDown={keepEnter}
            >
              <div className="term-head">
                <TypePicker
                  choices={choices}
                  value={type}
                  onChange={(next: TerminalType) => form.setValue('type', next)}
                />
                <ProcessorPicker processors={terminal.usable} />
              </div>
              <MethodTabs methods={methods} value={method} onChange={changeMethod} />
              <div id="method-panel" role="tabpanel" aria-labelledby={`method-${method}`}>
                <Method
                  method={method}
                  brand={terminal.brand}
                  swiped={swiped}
                  onNumber={(brand, digits) => {
                    setSwiped(false);
                    terminal.onNumber(brand, digits);
                  }}
                />
              </div>
              <Rest
                currency={terminal.currency}
                type={type}
                method={method}
                levels={merchant.permissions.allow_advanced_fields}
              />
            </form>
            <Price terminal={terminal} />
          </div>
        </FormProvider>
      </RequiredsProvider>
    </div>
  );
}
