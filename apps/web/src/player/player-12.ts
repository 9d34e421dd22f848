import { startPlayer } from './player.ts';
import { createRuntime12 } from './runtime-12.ts';

void startPlayer(createRuntime12);
