/** The API contract of a host alone, with plugins in processes. */
import { describeApi } from './api/contract.ts'
import { alone } from './api/served-api.ts'
import { startAlone } from './host-alone.ts'

describeApi('a host (process)', ({ poolSize }) => startAlone({ isolation: 'process', poolSize }), alone)
