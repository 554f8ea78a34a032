import type { Engine } from '../../engine/engine.ts'
import type { SharedFiles } from '../files/shared-files.ts'
import type { Jobs } from '../jobs/jobs.ts'

/** The parts of a host that work for others, too. */
export interface OfferedHost extends Pick<Engine, 'catalog' | 'gate' | 'decoder'> {
  readonly jobs: Jobs
  readonly files: SharedFiles
}
