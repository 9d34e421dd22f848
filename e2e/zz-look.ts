import { startProduct } from './server.ts';
import { writeFileSync } from 'node:fs';
const p = await startProduct();
writeFileSync('/tmp/look/started.json', JSON.stringify({portal:p.portal,phishing:p.phishing,first:p.first,demo:p.demo,data:p.data}));
await new Promise(()=>{});
