import { takenTypes } from '../../build/commands/taking-bodies.ts'
import { listTypeNames } from '../contract/domain/result/kinds.ts'
import { resultTypes } from '../contract/domain/result/result.ts'
import { choice, listText, optionalSeconds, optionalText, seconds, text, toggle } from '../options/option.ts'
import type { CommandForm } from './command-form.ts'

const group = 'Plugins'
const out = text('dist/plugins', 'DIR', 'where the bundles are')
const format = choice(
  'text',
  ['text', 'json', 'github', 'sarif'],
  'FORMAT',
  'text for people, json, github (annotations) or sarif',
)
/** Grants of functions in the calls of a command, as a host gives them, and the time of a call. */
const grants = {
  allow: listText('BUNDLES', 'what bundles may do besides in these calls: tracker:net,child'),
  env: listText('VARIABLES', 'variables that bundles get in these calls: tracker:API_KEY,API_URL'),
  runTimeout: seconds(60, [0.01, 86_400], 'longest time of one call'),
}
const argument = { name: 'dir', help: 'folder of plugins, or one plugin file [plugins]' }

/** The commands of authors. They need ts-morph and esbuild to run, but not for their help and completion. */
export const buildForms = {
  build: {
    summary: 'read the plugins in a folder and write a bundle for each',
    group,
    about: `Reads the typed functions of plugins and writes one bundle a plugin: a folder with manifest.json \
(schemas, hashes), index.mjs with everything bundled in, and its source map, which a host loads as it is.

A plugin is DIR/name.ts or DIR/name/index.ts (or .mts, .cts). Every exported function in it that returns a \
${listTypeNames()} is registered under its own name:

  import type { Integer, Mesh, Range } from 'specimen-host/plugin'

  /** A flat disc. @param radius - in metres */
  export function disc(radius: Range<0.1, 10> = 1, segments: Integer = 64): Mesh { … }

Parameters are number, Integer, Range<min, max, step?>, string, boolean, or string literals such as 'low' | \
'high'. A ProgressReporter is filled in by the host. Comments become descriptions; @displayName, @tags, \
@thumbnail, @story describe the specimen, and @notSpecimen keeps a function out of the catalog. @needs net \
asks operators of hosts for the network; fs, child and worker are files, programs and threads, \
native is for packages with native code. It counts for the whole bundle: all functions of the plugin have \
what one of them asks for, or none of them has.

A function whose new bundle holds code of packages is called once with its defaults, as a host does, behind \
its walls: a package may ask for files that no bundle has. What fails is a warning; what was not called is \
named, and specimen check --run calls everything. --no-run calls nothing, for plugins of somebody else.

Types are read, not checked: run tsc for errors inside functions.

Only what changed since the last build of a folder is built: .specimen-cache.json in the output folder \
remembers, and may be deleted at any time.

Exit code: 0 when every plugin was built, 1 when one was refused (the others are built all the same), 2 when \
the command was not understood.`,
    argument,
    own: { out: { ...out, help: 'where the bundles go' }, noRun: toggle('call no function'), format },
    examples: ['specimen build', 'specimen build plugins --out dist/plugins --format github'],
  },
  check: {
    summary: 'compare bundles with their sources, or with published schemas: for CI',
    group,
    about: `Builds everything in memory, from scratch, and writes nothing. Lists bundles that are missing, \
files that differ from what their sources give, and what is left over, each with the command that puts it \
right.

--against reports what may break clients that know the published functions: a function or parameter that is \
gone, a parameter that is required now, a type, range or choice that takes less, another default, return \
type or order of parameters. What can neither be shown to break a client nor shown not to, as another \
pattern, counts as breaking and is called undecided. All are accepted, as warnings, when the version in the \
package.json above the plugins is a new major of the published one's (below 1.0.0: a new minor).

--run calls each function twice with its defaults and twice with each @preset, as a host does, behind its \
walls. What throws, misses a file, returns another kind than it declares, takes too long, or gives another \
result at the second call (Math.random, the clock) is an error at the function. What asks for permissions \
(@needs) is called where --allow grants them, and otherwise listed as left out.

Exit code: 0 when nothing was found, 1 when something was, 2 when the command was not understood.`,
    argument,
    own: {
      out,
      against: optionalText(
        'DIR|REVISION',
        'published schemas to compare with, instead of --out: bundles, or a Git revision',
      ),
      run: toggle('call each function with its defaults and presets'),
      ...grants,
      format,
    },
    examples: ['specimen check', 'specimen check --run', 'specimen check --against v1'],
  },
  dev: {
    summary: 'build and serve plugins while they are edited',
    group,
    about: `Builds the plugins of a folder, serves them, and does so again whenever a file is saved that one \
of them depends on. Problems are shown as by specimen build; a plugin that does not build keeps its last \
bundle. Errors of types inside functions are shown as well, as warnings, with the options of the \
tsconfig.json above. A save that changes nothing prints nothing. What functions print is shown behind their \
names, and when one fails, its message, its parameters and the lines of its source. Ends with Ctrl+C.

Opens the page in a browser when started at a terminal: the gallery, or of one plugin file its specimen. The \
page shows a new result as soon as a file is saved, with camera and values as they were, and what the \
terminal shows. BROWSER names another browser to open it with, or none.

Without --to a host is started; what it needs beyond these options are variables, as specimen serve --help \
lists them. --allow opens to a bundle what its @needs asks for. The page of a host named with --to is \
not opened, and shows results only.`,
    argument,
    own: {
      out: { ...out, help: 'where the bundles go' },
      to: optionalText(
        'URL',
        'a host that runs already and reads --out; it reloads (SPECIMEN_TOKEN is its token)',
      ),
      poll: optionalSeconds(
        [0.001, 3600],
        'look at the files so often, where the file system reports no changes ' +
          '(network folders, some containers)',
      ),
      noOpen: toggle('open no browser'),
    },
    settings: ['host', 'port', 'https', 'specimens', 'data', 'allow', 'allowAnonymous'],
    examples: [
      'specimen dev',
      'specimen dev plugins/disc.ts --port 9100',
      'specimen dev --https            # for a headset; prints its address and what to compare',
      'specimen dev plugins --to http://127.0.0.1:8000',
    ],
  },
  init: {
    summary: 'write a repository of plugins to start from',
    group,
    about: `Writes what a repository of plugins needs, as far as it is not there: package.json with scripts \
(dev, build, check, diff, export, types, test), tsconfig.json, .gitignore, .gitattributes, a workflow for \
GitHub that builds, tests and runs the functions, and compares schemas and results of a pull request with \
those of its target, one that publishes specimen \
export as the pages of the repository and keeps a preview of each pull request, and a first plugin in \
plugins/disc/. A packed file that this package was installed from is copied to vendor/. Nothing that exists \
is overwritten.`,
    argument: { name: 'dir', help: "the repository's folder [.]" },
    examples: ['specimen init', 'specimen init my-specimens'],
  },
  new: {
    summary: 'write a plugin to start from',
    group,
    about: `Writes the folder DIR/<name>/ with index.ts, README.md and a test: a function that builds as it \
is, with a slider of each kind, or one that takes data: a result, a specimen or a file. Nothing that exists \
is overwritten.`,
    argument: { name: 'name', help: 'name of the plugin', missing: 'A name is missing' },
    own: {
      returns: choice('mesh', resultTypes, 'TYPE', `what the function returns: ${resultTypes.join(', ')}`),
      takes: choice(
        'nothing',
        ['nothing', ...takenTypes],
        'TYPE',
        `data that it takes: ${takenTypes.join(', ')}; it returns the same kind, and of a file a point_cloud`,
      ),
      in: text('plugins', 'DIR', 'the folder of plugins'),
      out: { ...out, help: 'where its bundle will be, for the test' },
    },
    examples: [
      'specimen new disc',
      'specimen new density --returns volume',
      'specimen new stretch --takes mesh',
    ],
  },
  thumbnail: {
    summary: 'draw what functions return, as pictures for the catalog',
    group,
    about: `Calls each function of the plugins with the defaults of its parameters, as a host would, draws \
what it returns as the page opens it, by its @view, and writes a PNG of 256 pixels into the plugin's \
folder: under the name that the function's comment gives, or as <function>.png, with what to add to \
the comment:

  /** A flat disc. @thumbnail disc.png */

With --specimens it also draws each specimen of a folder over the thumbnail_file of its specimen.json.

A function with a parameter that has no default is left out. A picture that was not made by this command is \
kept, unless --force is given. The next specimen build puts the pictures into the bundles.

Exit code: 0, or 1 when a plugin was refused or a function failed, 2 when the command was not understood.`,
    argument,
    own: {
      force: toggle('replace pictures that were made by somebody else'),
      specimens: text('', 'DIR', 'a folder of specimens to draw as well'),
      ...grants,
    },
    examples: [
      'specimen thumbnail',
      'specimen thumbnail plugins/disc/index.ts --force',
      'specimen thumbnail --specimens specimens',
      'specimen thumbnail --allow quakes:net --env quakes:QUAKE_KEY',
    ],
  },
  export: {
    summary: 'write the page with its specimens as static files',
    group,
    about: `Builds the plugins and writes a folder that any static server can serve, below any path: the \
gallery, the specimens with their data and stories, and the functions. It asks no host, no other origin, and \
nothing outside its folder.

Functions run in the reader's browser, each in a worker of its own that ends when it is cancelled or takes \
too long. A function can run there when its plugin asks for nothing (@needs) and imports of Node no more \
than fs (for files that the plugin imports), path, timers/promises, url and zlib (to unpack, not to pack). \
Each is \
called once with its defaults as in a page, behind the walls of a host. Of any that cannot run there, the \
results of its defaults and of each @preset are computed now and stored, and its panel says so. \
One that gives no result is left out. Reports each:

  live disc: runs in the page
  stored report: it imports node:crypto; 3 of 3 results
  refused scan: it needs net (@needs); the default: no luck. (function scan of bundle scans)

On a server with pages of others a folder shares with these what browsers keep for an origin, such as \
databases: functions can read it. Give pages with functions of somebody else a host name of their own.

--single writes one HTML file in place of the folder, with everything in it, which opens by a double click \
and sends no request at all. \
A folder or file that an export has written is replaced, once the new one is complete; any other that is \
there is refused, and what was put into the folder beside the site stays. An export that fails, or would \
lose by a refused function or a folder that cannot be read what the earlier one shows, leaves the earlier \
one as it was.

Exit code: 0, or 1 when a plugin was refused, a folder or a file of it could not be read, the earlier export \
stays, or with --strict a function was left out; 2 when the command was not understood.`,
    argument: { name: 'dir', help: 'the folder to write [dist/site]' },
    own: {
      in: text('plugins', 'DIR', 'folder of plugins, or one plugin file'),
      single: optionalText('FILE', 'write one HTML file, and no folder'),
      open: toggle('show it in a browser; a folder is served until Ctrl+C'),
      strict: toggle('exit with 1 when a function was left out'),
    },
    settings: ['specimens', 'data', 'allow', 'env', 'runTimeout'],
    examples: [
      'specimen export',
      'specimen export --single specimens.html --open',
      'specimen export --allow quakes:net --env quakes:QUAKE_KEY   # stores what it returned',
    ],
  },
  diff: {
    summary: 'show how results changed since a Git revision: for pull requests',
    group,
    about: `Builds the plugins of a Git revision and those of the working tree, which may have changes that \
are not committed, and calls each function whose bundle differs with its defaults and with each @preset, as \
a host would. Writes one HTML file with the pictures before and after, SHA-256 and size of the results, and \
the time of each call, and prints a line for each function:

  changed disc: same results; 12 → 9 ms, 30 kB → 30 kB, 58 MB → 60 MB of memory
  new cone: 15 ms, 22 kB, 58 MB of memory

Each time is that of one call, with the start of a process where there was none; memory is the most that the \
process of the function has had, Node included. The repository stays as it is. Packages are those that are \
installed now.

Exit code: 0, however much changed; 1 when a plugin was refused or a function of the working tree failed, \
2 when the command was not understood.`,
    argument: {
      name: 'revision',
      help: 'a branch, tag or commit to compare with',
      missing: 'A Git revision is missing',
    },
    own: {
      in: text('plugins', 'DIR', 'folder of plugins, or one plugin file'),
      out: text('specimen-diff.html', 'FILE', 'the page to write'),
      ...grants,
    },
    examples: ['specimen diff main', 'specimen diff HEAD --in plugins/disc.ts --out /tmp/disc.html'],
  },
  explain: {
    summary: 'show how the functions of a plugin are understood, and their schemas',
    group,
    about: `Shows how each function of a plugin file, or of all plugins of a folder, is understood: its \
parameters in the order of the call, what values each takes, its default, its text; then its JSON Schema. \
Writes nothing.

Exit code: 0, or 1 when something is refused, 2 when the command was not understood.`,
    argument: {
      name: 'file',
      help: 'a plugin file, or a folder of plugins',
      missing: 'A plugin file is missing',
    },
    examples: ['specimen explain plugins/disc.ts'],
  },
} as const satisfies { readonly [name: string]: CommandForm }
