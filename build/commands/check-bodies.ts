/** The program beside the builds of `specimen dev` that returns type errors inside functions. */
import { setPriority } from 'node:os'
import { findSdk } from '../output/program.ts'
import { createBodyReader } from '../read/body-errors.ts'

setPriority(5) // builds and the host come first
const read = createBodyReader(findSdk())
process.on('message', (entries: readonly string[]) => process.send?.(read(entries)))
