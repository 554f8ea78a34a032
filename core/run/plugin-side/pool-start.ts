/**
 * Entry of a pool process. Node has its own modules in compiled form, which V8 takes only under the flags
 * that they were compiled with: with Node 20 the limit of the heap has each of them compiled again, for 10 ms
 * of a start; Node 24 does not mind.
 * That limit holds from the first moment on, and nothing asks for the flag again but the start of a worker.
 * So it is taken off while modules are loaded, and is back before any plugin's code runs. That saves 7 ms in
 * a CommonJS module, which comes before Node's loader of the others; 3 in one of those.
 */
import { setFlagsFromString } from 'node:v8'

const flag = '--max-old-space-size='
const none = `${flag}0`
const limit = process.execArgv.find((each) => each.startsWith(flag)) ?? none

setFlagsFromString(none)
void import('./pool-process.ts').then(() => setFlagsFromString(limit))
