import { buildPage } from './build.mjs';
import { servePage } from './server.mjs';

await buildPage();
const { url } = await servePage(4180);
console.log(`${url}/dark.html?scene=live`);
