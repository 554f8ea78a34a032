/**
 * The program that `specimen dev` starts beside its builds: for each list of modules received, it sends back
 * the type errors inside their functions. It ends with the command.
 */
import { setPriority } from 'node:os'
import { findSdk } from '../output/program.ts'
import { createBodyReader } from '../read/body-errors.ts'

setPriority(10) // builds and the host come first
const read = createBodyReader(findSdk())
process.on('message', (entries: readonly string[]) => process.send?.(read(entries)))
