// `npm run bench`: ours beside a yardstick in one run; ends with 1 where a floor is not kept.
import { benchPayments } from './payment.ts';
import { benchSearch } from './search.ts';
import { setStage } from './stage.ts';
import { benchWeight } from './weight.ts';

const wanted = process.argv.slice(2);
const runs = (name: string) => wanted.length === 0 || wanted.includes(name);

const stage = await setStage();
try {
  if (runs('payments') && !(await benchPayments(stage))) process.exitCode = 1;
  if (runs('weight')) await benchWeight(stage);
  if (runs('search')) await benchSearch(stage);
} finally {
  await stage.close();
}
