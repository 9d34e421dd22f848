import { startPlayer } from './player.ts';
import { createRuntime2004 } from './runtime-2004.ts';

startPlayer(createRuntime2004);
