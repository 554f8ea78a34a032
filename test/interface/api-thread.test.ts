/** The API contract of a host alone, with plugins in threads. */
import { describeApi } from './api/contract.ts'
import { alone } from './api/served-api.ts'
import { startAlone } from './host-alone.ts'

describeApi('a host (thread)', ({ poolSize }) => startAlone({ isolation: 'thread', poolSize }), alone)
