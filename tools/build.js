// `npm run build`: installs and builds what is stale, and starts nothing.
import { ensureBuilt, ensureInstalled } from './ensure.js';

await ensureInstalled();
await ensureBuilt();
console.log('dist/ is up to date.');
