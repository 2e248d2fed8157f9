// `npm run test:deep`: what proves by volume, whole, one after the other; `npm test` has samples.
import { ensureInstalled, run } from '../ensure.js';

const commands = [
  ['test', 'fuzz.sweep', 'e2e/'],
  ['test:kill'],
  ['test:kill', '--storm', '60'],
  ['test:races'],
  ['test:planted'],
];

await ensureInstalled();
const failed = [];
for (const [name, ...args] of commands) {
  const command = [name, ...args].join(' ');
  const begun = performance.now();
  console.log(`\n${command} …`);
  const code = await run('npm', ['run', '--silent', name, '--', ...args], {
    env: { ...process.env, TEST_DEEP: '1' },
  });
  if (code !== 0) failed.push(command);
  console.log(`${code === 0 ? 'ok' : 'FAILED'} ${command} (${minutesSince(begun)} min)`);
}
const sum = `${commands.length - failed.length} passed, ${failed.length} failed`;
console.log(`\n${[sum, ...failed].join(': ')}`);
process.exitCode = failed.length === 0 ? 0 : 1;

function minutesSince(begun) {
  return ((performance.now() - begun) / 60_000).toFixed(1);
}
