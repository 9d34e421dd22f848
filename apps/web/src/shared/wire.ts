import { wire } from '@sergak/contract/wire.gen.ts';
import { registerWire } from './api.ts';

// Imported by the frames, so that the whole table is there before any screen of them asks for an address.
registerWire(wire);
