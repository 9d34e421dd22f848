import { startPlayer } from './player.ts';
import { createRuntime2004 } from './runtime-2004.ts';

void startPlayer(createRuntime2004);
