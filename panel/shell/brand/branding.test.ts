// Which tokens a brand may set.
import { expect, test, vi } from 'vitest';

vi.stubGlobal('sessionStorage', { getItem: () => null });
const { brandTokens } = await import('./branding.ts');

test('the primary colour sets fill, edge and tint in both schemes', () => {
  const { light, dark } = brandTokens({ 'color-primary': '#1b7f3b' });
  expect(light['--brand']).toBe('#1b7f3b');
  expect(light['--brand-hover']).toContain('from #1b7f3b');
  expect(dark['--brand']).toBe('oklch(from #1b7f3b 0.55 c h)');
});

test('what is not listed sets nothing of ours: neither ink nor ring nor a row’s height', () => {
  const styles = { 'color-black': '#ff0000', '--ink': '#fff', row: '90px', UPPER: '1px' };
  const named = { '--color-black': '#ff0000', '--row': '90px' };
  expect(brandTokens(styles)).toEqual({ light: named, dark: {} });
});

test('what lies under the pointer on a title bar is tinted by the colour of its text', () => {
  const { light } = brandTokens({
    'title-bar-bg-color': '#222222',
    'title-bar-text-color': '#fff',
  });
  expect(light['--title-ink']).toBe('#fff');
  expect(light['--title-hover']).toBe('color-mix(in srgb, #fff 14%, transparent)');
});

test('a radius beyond 12 px and a text size beyond 18 px are not applied', () => {
  const large = { 'border-radius': '40px', 'font-size': '30px' };
  expect(brandTokens(large).light).toEqual({ '--border-radius': '40px', '--font-size': '30px' });
  expect(brandTokens({ 'border-radius': '9px', 'font-size': '15px' }).light).toEqual({
    '--border-radius': '9px',
    '--font-size': '15px',
    '--r-1': '6px',
    '--r-2': '9px',
    '--r-3': '12px',
    '--r-4': '18px',
    'font-size': '15px',
  });
});
