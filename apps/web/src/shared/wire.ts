import { wire } from '@sergak/contract/wire.gen.ts';
import { registerWire } from './wire-table.ts';

// The frames import this file, so that all calls are registered before their screens need an address.
registerWire(wire);
