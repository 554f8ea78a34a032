import type { Drawer } from '../../../engine/run/drawing/drawer.ts'
import type { Encoder } from '../../../engine/run/encoding/encoder.ts'
import type { Account } from '../../account/account.ts'
import type { ComputeParts } from './compute.ts'

/** The parts of a host that tools use. */
export interface ToolParts extends ComputeParts {
  readonly account: Account
  readonly drawer: Drawer
  readonly encoder: Encoder
}
