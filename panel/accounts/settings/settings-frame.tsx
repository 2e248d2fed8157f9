// The row of tabs below the titles of an account's settings.
import { Outlet, useLocation } from 'react-router';
import { PartOf } from '../../kit/page/crumbs.tsx';
import { PageTabs } from '../../kit/page/page-tabs.tsx';
import { type SettingsArea, settingsPath } from '../paths.ts';

export const settings_tabs: Readonly<Record<SettingsArea, readonly (readonly [string, string])[]>> =
  {
    merchant: [
      ['defaults', 'Defaults'],
      ['required-fields', 'Required fields'],
      ['user-defaults', 'User defaults'],
      ['custom-output', 'Output formats'],
      ['branding', 'Branding'],
      ['apple-pay', 'Apple Pay'],
      ['manage_api_keys', 'API keys'],
    ],
    partner: [
      ['user-defaults', 'User defaults'],
      ['custom-output', 'Output formats'],
      ['available-processors', 'Available processors'],
      ['manage_api_keys', 'API keys'],
    ],
  };

export function SettingsFrame({ area }: { area: SettingsArea }) {
  const row = settings_tabs[area].map(([screen, label]) => {
    const to = settingsPath(area, screen);
    return { label, to, here: to };
  });
  const { pathname } = useLocation();
  const tab = row.find(({ here }) => pathname.startsWith(`${here}/`));
  return (
    <PartOf value={tab ?? null}>
      <PageTabs label="Settings" tabs={row}>
        <Outlet />
      </PageTabs>
    </PartOf>
  );
}
