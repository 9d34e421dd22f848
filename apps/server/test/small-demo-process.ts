import { runDemoProcess } from '../seeds/demo-process.ts';
import { SMALL } from './small-demo.ts';

await runDemoProcess(SMALL);
