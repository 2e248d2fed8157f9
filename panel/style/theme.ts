// Mantine's theme: the scales as values, everything else pointed at the variables of tokens.css.
import {
  Button,
  Checkbox,
  type CSSVariablesResolver,
  createTheme,
  Input,
  type MantineColorsTuple,
  rem,
  Switch,
  Tooltip,
} from '@mantine/core';

const scale = (text: string) => text.split(' ') as unknown as MantineColorsTuple;

const heights: Record<string, string> = {
  xs: 'var(--h-1)',
  sm: 'var(--h-2)',
  md: 'var(--h-3)',
  lg: 'var(--h-4)',
};

export const theme = createTheme({
  colors: {
    petrol: scale(
      '#F4FCFE #E1F4FA #BFE8F4 #94D5E7 #64BAD2 #349CB6 #027E97 #026579 #014E5E #003743',
    ),
    gray: scale('#F9FAFB #EDF1F2 #DCE0E3 #C4CACD #A5AEB2 #868F94 #687378 #525C61 #3D474B #2A3235'),
    green: scale('#F5FCF7 #E1F7E8 #C0ECCF #92DDAE #5EC589 #25A767 #05874F #026C3E #00532E #003B1F'),
    amber: scale('#FFF9F2 #FFEDD8 #FED9AB #F9BC6C #E49B2E #C07E0A #9A6400 #7C5003 #603C01 #452A00'),
    red: scale('#FFF8F8 #FFEBE9 #FFD4D0 #FEB2AB #F8867F #E75653 #CA2A30 #A61821 #811118 #5C0E10'),
    blue: scale('#F7FAFF #E8F1FE #CEE1FE #A9CBFD #7EAEF5 #558EE2 #306FC9 #1957AC #114286 #0C2F5F'),
    dark: scale('#E8ECED #BDC4C6 #9BA3A7 #717B7F #2D3639 #22292C #1A2023 #111719 #0C1113 #070B0D'),
  },
  primaryColor: 'petrol',
  primaryShade: { light: 7, dark: 6 },
  autoContrast: true,
  white: '#FFFFFF',
  black: '#151B1E',
  fontFamily: 'var(--font)',
  fontFamilyMonospace: 'var(--mono)',
  fontSizes: { xs: rem(12), sm: rem(13), md: rem(14), lg: rem(16), xl: rem(20) },
  lineHeights: { xs: '1.3334', sm: '1.5385', md: '1.4286', lg: '1.5', xl: '1.4' },
  fontWeights: { regular: '400', medium: '500', bold: '600' },
  headings: {
    fontWeight: '600',
    sizes: {
      h1: { fontSize: rem(20), lineHeight: '1.4' },
      h2: { fontSize: rem(14), lineHeight: '1.4286' },
      h3: { fontSize: rem(13), lineHeight: '1.5385' },
      h4: { fontSize: rem(13), lineHeight: '1.5385' },
      h5: { fontSize: rem(12), lineHeight: '1.3334' },
      h6: { fontSize: rem(12), lineHeight: '1.3334' },
    },
  },
  spacing: { xs: rem(4), sm: rem(8), md: rem(12), lg: rem(16), xl: rem(24) },
  radius: { xs: rem(4), sm: rem(6), md: rem(8), lg: rem(12), xl: rem(16) },
  defaultRadius: 'sm',
  // 600 countdown · 700 phone · 1000 header search · 1200 side menu · 1600 wide
  breakpoints: { xs: '37.5em', sm: '43.75em', md: '62.5em', lg: '75em', xl: '100em' },
  shadows: {
    xs: 'var(--e-1)',
    sm: 'var(--e-1)',
    md: 'var(--e-2)',
    lg: 'var(--e-2)',
    xl: 'var(--e-3)',
  },
  cursorType: 'pointer',
  respectReducedMotion: true,
  focusRing: 'auto',
  components: {
    Button: Button.extend({
      defaultProps: { size: 'sm' },
      vars: (_, p) => ({
        root: {
          '--button-height': heights[String(p.size)] ?? 'var(--h-2)',
          '--button-fz': p.size === 'xs' ? rem(12) : rem(13),
          '--button-padding-x': rem(12),
        },
      }),
      styles: { root: { fontWeight: 500 } },
    }),
    Input: Input.extend({
      vars: (_, p) => ({
        wrapper: {
          '--input-height': 'var(--h-2)',
          '--input-fz': 'var(--input-text)',
          '--input-padding': rem(10),
          '--input-bg': 'var(--bg-field)',
          '--input-bd': p.error ? 'var(--bad-edge)' : 'var(--line-ctl)',
          '--input-bd-focus': 'var(--ring)',
        },
      }),
    }),
    InputWrapper: {
      defaultProps: { size: 'xs' },
      styles: {
        label: { fontWeight: 500, color: 'var(--ink-2)', marginBottom: rem(4) },
        error: { fontSize: rem(12), lineHeight: rem(16), color: 'var(--bad)' },
        description: { fontSize: rem(12), color: 'var(--ink-3)' },
      },
    },
    Checkbox: Checkbox.extend({
      defaultProps: { size: 'xs', radius: 'xs' },
      styles: { input: { borderColor: 'var(--line-ctl)' } },
    }),
    Switch: Switch.extend({ defaultProps: { size: 'xs', withThumbIndicator: false } }),
    Tooltip: Tooltip.extend({ defaultProps: { openDelay: 300, multiline: true, maw: 260 } }),
  },
});

/** Same values for both schemes: the CSS variables already switch on data-mantine-color-scheme. */
const meanings: Record<string, string> = {
  '--mantine-color-text': 'var(--ink)',
  '--mantine-color-bright': 'var(--ink)',
  '--mantine-color-body': 'var(--bg)',
  '--mantine-color-dimmed': 'var(--ink-3)',
  '--mantine-color-placeholder': 'var(--ink-3)',
  '--mantine-color-anchor': 'var(--brand-ink)',
  '--mantine-color-error': 'var(--bad)',
  '--mantine-color-success': 'var(--ok)',
  '--mantine-color-default': 'var(--bg-raised)',
  '--mantine-color-default-hover': 'var(--bg-hover)',
  '--mantine-color-default-color': 'var(--ink)',
  '--mantine-color-default-border': 'var(--line-2)',
  '--mantine-color-disabled': 'transparent',
  '--mantine-color-disabled-color': 'var(--ink-off)',
  '--mantine-color-disabled-border': 'var(--line)',
  '--mantine-color-petrol-filled': 'var(--brand)',
  '--mantine-color-petrol-filled-hover': 'var(--brand-hover)',
  '--mantine-primary-color-contrast': 'var(--brand-on)',
  '--mantine-color-petrol-light': 'var(--brand-tint)',
  '--mantine-color-petrol-light-color': 'var(--brand-ink)',
  '--mantine-color-petrol-text': 'var(--brand-ink)',
  '--mantine-color-red-filled': 'var(--bad-fill)',
};
for (const [color, tone] of [
  ['green', 'ok'],
  ['amber', 'warn'],
  ['red', 'bad'],
  ['blue', 'info'],
  ['gray', 'mute'],
]) {
  meanings[`--mantine-color-${color}-light`] = `var(--${tone}-tint)`;
  meanings[`--mantine-color-${color}-light-color`] = `var(--${tone})`;
  meanings[`--mantine-color-${color}-text`] = `var(--${tone})`;
}

export const cssVariablesResolver: CSSVariablesResolver = () => ({
  variables: {},
  light: meanings,
  dark: meanings,
});
