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

/** Failures of a function, by what is said of them, each with what helps. The first that fits counts. */
const kinds: readonly (readonly [sign: RegExp, remedy: string])[] = [
  [
    /ERR_ACCESS_DENIED|Access to this API has been restricted|EACCES|EPERM/,
    'It uses what hosts keep from plugins. Ask for it with @needs (fs: files of the machine, net: ' +
      'the network, child: programs, worker: threads), or do without: a file that is imported comes along ' +
      'in the bundle.',
  ],
  [
    /Cannot find (?:module|package)|ERR_MODULE_NOT_FOUND|MODULE_NOT_FOUND|Dynamic require of/,
    'It loads a module only when it runs, which the bundle lacks. Import that module by a constant path, ' +
      'or take an entry of the package that loads none (its README or "exports" name them).',
  ],
  [
    /ENOENT|no such file|not found in the bundle/i,
    'It reads a file that is not in the bundle. Import the file (import bytes from "./data.bin") or write ' +
      'new URL("./data.bin", import.meta.url), and give the package its bytes or path where it takes them.',
  ],
  [
    /fetch failed|ENOTFOUND|ECONNREFUSED|EAI_AGAIN|Failed to parse URL|unknown scheme|not implemented\.{3}/i,
    'It asks for something by an address. Import the file and give the package its bytes, as options ' +
      'called wasmBinary, module, locateFile or the like; @needs net asks operators for the network.',
  ],
  [
    /WebAssembly|wasm/i,
    'Its WebAssembly did not start. Wait for what the package does at its start (await init()), or take ' +
      'another entry of it, with the bytes inside (often called compat, web or inline).',
  ],
  [
    new RegExp(`(?:${pageNames.join('|')}) is not defined`),
    'It is for pages and asks for what browsers alone have. Take an entry of the package for Node, or ' +
      'another package.',
  ],
  [
    /is not a (?:function|constructor)|has no default|\.default/,
    'What is called is not what was imported. Look at what the module gives (console.log of ' +
      'import * as all), and import a name of it, or its default.',
  ],
  [
    /is not defined|Cannot (?:set|read) properties of undefined|read only property|strict mode/,
    'A name or value is missing there. In a package that is code for scripts, which a bundle runs as ' +
      'strict code: take its build as an ES module, or another package.',
  ],
  [
    /It was stopped after|timed out/,
    'Choose defaults with which it is quick, or give it more time (--run-timeout, in seconds).',
  ],
  [
    /out of memory|JavaScript heap|Array buffer allocation|Invalid typed array length/i,
    'Choose defaults with which it needs less memory.',
  ],
]

const usual = 'Mend it, or choose values with which it works: hosts call a function so first.'

/** Returns what helps against a failure of a function, by the words of its error. */
export function adviseFailure(message: string): string {
  return kinds.find(([sign]) => sign.test(message))?.[1] ?? usual
}
