// Apple Pay in a page: whether the browser has it, and a payment from the press of its button to
// the temporary token (spec 2 §2, gateway-api 13.2). Of the payment picker, for payers' pages too.

/** What a page says where Apple Pay cannot be used (spec 2 §2). */
export const not_supported =
  'Apple Pay is not supported in this browser. ' +
  'Please copy the page URL into Safari and continue filling the page.';

/** Whether Apple Pay is there is asked this often, and so many times at most (spec 2 §2). */
export const recheck_ms = 100;
export const max_checks = 50;

/** Asks until Apple Pay is there; the result stops the asking. */
export function watchAvailability(isThere: () => boolean, found: () => void): () => void {
  let checks = 0;
  const check = () => {
    checks += 1;
    const is_there = isThere();
    if (is_there || checks >= max_checks) clearInterval(timer);
    if (is_there) found();
  };
  const timer = setInterval(check, recheck_ms);
  return () => clearInterval(timer);
}

/** Browsers without Apple Pay have no such class; others may have no card in it. */
export function canPay(): boolean {
  const session = (globalThis as { ApplePaySession?: typeof ApplePaySession }).ApplePaySession;
  try {
    return session?.canMakePayments() === true;
  } catch {
    // Pages that are not served over https may not ask.
    return false;
  }
}

export interface ApplePayRequest {
  /** Two letters. */
  country: string;
  currency: string;
  /** Whom the payer pays. */
  label: string;
  /** `12.99` */
  amount: string;
}

interface ApplePayCalls {
  /** Apple's merchant session for a validation address. */
  validate(validation_url: string): Promise<object>;
  /** The temporary token for what the payer authorized. */
  authorize(payment: ApplePayJS.ApplePayPayment): Promise<string>;
}

const version = 3;

/**
 * Opens the payer's sheet; only a press of a button may. Gives the temporary token, or null where
 * the payer closes the sheet; throws what a call throws.
 */
export function payWithApple(
  { country, currency, label, amount }: ApplePayRequest,
  calls: ApplePayCalls,
): Promise<string | null> {
  const session = new ApplePaySession(version, {
    countryCode: country,
    currencyCode: currency.toUpperCase(),
    supportedNetworks: ['visa', 'masterCard', 'amex', 'discover'],
    merchantCapabilities: ['supports3DS'],
    requiredBillingContactFields: ['postalAddress'],
    total: { label, amount },
  });
  return new Promise((resolve, reject) => {
    session.onvalidatemerchant = ({ validationURL }) => {
      calls.validate(validationURL).then(
        (merchant_session) => session.completeMerchantValidation(merchant_session),
        (error: unknown) => {
          session.abort();
          reject(error);
        },
      );
    };
    session.onpaymentauthorized = ({ payment }) => {
      calls.authorize(payment).then(
        (token) => {
          session.completePayment(ApplePaySession.STATUS_SUCCESS);
          resolve(token);
        },
        (error: unknown) => {
          session.completePayment(ApplePaySession.STATUS_FAILURE);
          reject(error);
        },
      );
    };
    session.oncancel = () => resolve(null);
    session.begin();
  });
}
