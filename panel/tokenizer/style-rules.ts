// Styles of the embedding page, by allow-list: they may change how the fields look, and can neither
// load anything nor read what is typed.

/** Elements and classes of the frame that a selector may name. */
const tags = 'body|form|fieldset|legend|label|input|select|option|button|div|p|span';
const classes =
  'payment|card|ach|user|billing|shipping|choice|row|field|cc|exp|cvv|routing|account|' +
  'account-type|sec-code|check-number|name|first_name|last_name|email|phone|address|city|state|' +
  'zip|country|message|error|required|fees|title|inline';
const pseudo =
  ':focus|:focus-visible|:focus-within|:hover|:active|:disabled|:checked|:first-child|' +
  ':last-child|::placeholder';
const compound = new RegExp(`^(?:(?:${tags})|\\*)?(?:\\.(?:${classes}))*(?:(?:${pseudo}))*$`);

const properties = new RegExp(
  '^(?:color|background|background-color|opacity|accent-color|caret-color|color-scheme|' +
    'border(?:-(?:top|right|bottom|left))?(?:-(?:color|style|width))?|border-collapse|' +
    'border(?:-(?:top|bottom)-(?:left|right))?-radius|' +
    '(?:margin|padding)(?:-(?:top|right|bottom|left))?|' +
    '(?:min-|max-)?(?:width|height)|box-sizing|box-shadow|' +
    'outline(?:-(?:color|style|width|offset))?|' +
    'font(?:-(?:family|size|style|weight|variant|stretch))?|line-height|letter-spacing|' +
    'text-(?:align|transform|decoration|indent|shadow|overflow)|vertical-align|white-space|' +
    'display|flex(?:-(?:direction|wrap|grow|shrink|basis|flow))?|order|gap|row-gap|column-gap|' +
    'align-(?:items|content|self)|justify-(?:items|content|self)|' +
    'grid-template-columns|grid-column|transition|cursor|appearance|-webkit-appearance)$',
);

const functions = /\b(?:rgba?|hsla?|calc|min|max|clamp|minmax|repeat|cubic-bezier)\(/g;
const max_rules = 200;
const max_text = 200;

/** Whether a selector names nothing but parts of the frame. */
export function isSelector(selector: string): boolean {
  if (selector.length > max_text) return false;
  return selector.split(',').every((one) => {
    const parts = one.trim().split(/\s*>\s*|\s+/);
    return parts.length <= 6 && parts.every((part) => part !== '' && compound.test(part));
  });
}

/** Whether a value loads nothing and ends nowhere but in its own declaration. */
export function isValue(value: string): boolean {
  if (value.length > max_text || /[;{}\\<>@"]|\/\*/.test(value)) return false;
  return !value.replace(functions, '').includes('(') && !value.replace(functions, '').includes(':');
}

export interface StyleRule {
  selector: string;
  declarations: readonly (readonly [property: string, value: string])[];
}

/** The rules of `styles: {selector: {property: value}}` that may be used. */
export function styleRules(styles: Readonly<Record<string, unknown>>): StyleRule[] {
  return Object.entries(styles)
    .slice(0, max_rules)
    .filter(
      ([selector, declarations]) =>
        isSelector(selector) && typeof declarations === 'object' && declarations,
    )
    .map(([selector, declarations]) => ({
      selector,
      declarations: Object.entries(declarations as object)
        .map(([name, value]) => [dashed(name), String(value)] as const)
        .filter(([name, value]) => properties.test(name) && isValue(value)),
    }));
}

/** `backgroundColor` as `background-color`. */
function dashed(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}

/** Puts the rules into a sheet of the document, one declaration after the other. */
export function applyStyles(styles: Readonly<Record<string, unknown>>): void {
  const sheet = new CSSStyleSheet();
  for (const { selector, declarations } of styleRules(styles)) {
    const at = sheet.insertRule(`${selector} {}`, sheet.cssRules.length);
    const { style } = sheet.cssRules[at] as CSSStyleRule;
    for (const [name, value] of declarations) {
      const plain = value.replace(/\s*!important\s*$/, '');
      style.setProperty(name, plain, plain === value ? '' : 'important');
    }
  }
  document.adoptedStyleSheets = [sheet];
}
