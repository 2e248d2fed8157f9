import { it } from 'vitest';
import { openStage } from './stage.ts';
const stage = openStage();
for (const as of ['merchant', 'partner', 'admin'] as const)
  for (const [width, scheme] of [[390, 'light'], [768, 'light'], [1440, 'light'], [1440, 'dark'], [390, 'dark']] as const)
    it(`${as} ${width} ${scheme}`, async () => {
      await stage.walk({ name: `dash-${as}`, as, width, scheme }, async ({ page, picture, answered }) => {
        await page.setViewportSize({ width, height: width < 700 ? 3400 : 1900 });
        await page.goto(`/${as}/dashboard`);
        await page.locator('[data-part="figures"]').waitFor();
        await answered();
        await picture('look');
      });
    });
