// `npm start`: installs and builds what is missing, then becomes the server.
import { pathToFileURL } from 'node:url';
import { at, ensureBuilt, ensureInstalled } from './ensure.js';

await ensureInstalled();
await ensureBuilt();
process.setSourceMapsEnabled(true);
// The same process: signals reach the server directly, and there is no second Node to pay for.
await import(pathToFileURL(at('dist/server/main.js')).href);
