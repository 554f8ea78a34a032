import type { Need } from '../../core/contract/domain/needs.ts'
import { addressAdvice } from '../../core/contract/text/failure-advice.ts'

/** The circumstances of a failure. */
export interface Circumstances {
  /** Set where code of a package failed, or may have. */
  readonly isOfPackage: boolean
  /** The permissions that the bundle had. */
  readonly granted: readonly Need[]
}

/** Names that pages have, and Node has not. */
const pageNames = [
  'window',
  'document',
  'navigator',
  'self',
  'XMLHttpRequest',
  'HTMLCanvasElement',
  'OffscreenCanvas',
  'DOMParser',
  'localStorage',
  'Image',
  'Blob',
]

/** A kind of failure, told by its message, with what helps the author of the code that failed. */
interface FailureKind {
  readonly sign: RegExp
  readonly own: string
  /** Advice for code of a package, which its user cannot change; that of `own` code when absent. */
  readonly ofPackage?: string
  /** Advice where the bundle has the permission that such code asks for. */
  readonly granted?: readonly [need: Need, advice: string]
}

/** The first that fits counts. */
const kinds: readonly FailureKind[] = [
  {
    sign: /ERR_ACCESS_DENIED|Access to this API has been restricted|EACCES|EPERM/,
    own:
      'It uses what hosts keep from plugins. Ask for it with @needs (fs: files of the machine, net: ' +
      'the network, child: programs, worker: threads), or do without: a file that is imported comes along ' +
      'in the bundle.',
  },
  {
    sign: /Cannot find (?:module|package)|ERR_MODULE_NOT_FOUND|MODULE_NOT_FOUND|Dynamic require of/,
    own:
      'It loads a module only when it runs, which the bundle lacks. ' +
      'Import that module by a constant path.',
    ofPackage:
      'It loads a module only when it runs, which the bundle lacks. Import that module by a constant path, ' +
      'or take an entry of the package that loads none (its README or "exports" name them).',
  },
  {
    sign: /ENOENT|no such file|not found in the bundle/i,
    own:
      'It reads a file that is not in the bundle. Import the file (import bytes from "./data.bin") or ' +
      'write new URL("./data.bin", import.meta.url).',
    ofPackage:
      'It reads a file that is not in the bundle. Import the file (import bytes from "./data.bin") or ' +
      'write new URL("./data.bin", import.meta.url), and give the package its bytes or path where it takes ' +
      'them.',
    granted: ['fs', 'It may read files, and that one is not there: look at its path.'],
  },
  {
    sign: /Failed to parse URL/i,
    own: `${addressAdvice}.`,
    ofPackage:
      'Import the file and give the package its bytes, as options called wasmBinary, module, locateFile or ' +
      'the like.',
  },
  {
    sign: /fetch failed|ENOTFOUND|ECONNREFUSED|EAI_AGAIN|unknown scheme|not implemented\.{3}/i,
    own:
      'Import what is always the same, so that it is bundled. For anything else write @needs net, and ' +
      'allow it (--allow).',
    ofPackage:
      'It asks for something by an address. Import the file and give the package its bytes, as options ' +
      'called wasmBinary, module, locateFile or the like; @needs net asks operators for the network.',
    granted: ['net', 'It may use the network: look at the address, and at what answers there.'],
  },
  {
    sign: /WebAssembly|wasm/i,
    own: 'Its WebAssembly did not start. Look at its bytes and at what it imports, and wait for its start.',
    ofPackage:
      'Its WebAssembly did not start. Wait for what the package does at its start (await init()), or take ' +
      'another entry of it, with the bytes inside (often called compat, web or inline).',
  },
  {
    sign: new RegExp(`(?:${pageNames.join('|')}) is not defined`),
    own: 'Hosts run functions in Node: do without what browsers alone have.',
    ofPackage:
      'It is for pages and asks for what browsers alone have. Take an entry of the package for Node, or ' +
      'another package.',
  },
  {
    sign: /is not a (?:function|constructor)|has no default|\.default/,
    own: 'Look at that value: it is not what is called there.',
    ofPackage:
      'What is called is not what was imported. Look at what the module gives (console.log of ' +
      'import * as all), and import a name of it, or its default.',
  },
  {
    sign: /is not defined|Cannot (?:set|read) properties of undefined|read only property|strict mode/,
    own: 'A name or value is missing there: look at where it should come from.',
    ofPackage:
      'A name or value is missing there. In a package that is code for scripts, which a bundle runs as ' +
      'strict code: take its build as an ES module, or another package.',
  },
  {
    sign: /It was stopped after|timed out/,
    own: 'Choose defaults with which it is quick, or give it more time (--run-timeout, in seconds).',
  },
  {
    sign: /out of memory|JavaScript heap|Array buffer allocation|Invalid typed array length/i,
    own: 'Choose defaults with which it needs less memory.',
  },
]

const usual = 'Mend it, or choose values with which it works: hosts call a function so first.'

/** Returns what helps against a failure of a function, by the words of its error. */
export function adviseFailure(
  message: string,
  { isOfPackage, granted }: Circumstances = { isOfPackage: true, granted: [] },
): string {
  const kind = kinds.find(({ sign }) => sign.test(message))
  if (!kind) return usual
  const [need, advice] = kind.granted ?? []
  if (need !== undefined && advice !== undefined && granted.includes(need)) return advice
  return isOfPackage ? (kind.ofPackage ?? kind.own) : kind.own
}
