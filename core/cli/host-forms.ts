import { toCommand } from '../contract/text/to-command.ts'
import { commandOptions, workerOptions } from '../options/config.ts'
import { configFileOption } from '../options/config-file.ts'
import { type OptionTable, optionalText, secretText, text, toggle } from '../options/option.ts'
import type { CommandForm } from './command-form.ts'

const group = 'Hosts'

/** Options of `specimen doctor` alone. */
export const doctorOptions = {
  ...configFileOption,
  json: toggle('print the findings as JSON'),
} as const satisfies OptionTable

/** Options of `specimen join`. */
export const joinOptions = {
  room: optionalText('NAME', 'the room that it enters'),
  name: text('specimen join', 'NAME', 'what the others see it as'),
  token: secretText(
    'TEXT',
    'a token or ticket of the host (better set as SPECIMEN_TOKEN, which no process list shows)',
  ),
} as const satisfies OptionTable

/** Options of `specimen mcp`. */
export const mcpOptions = {
  room: optionalText('NAME', 'the room whose results the agent shares; the host’s usual one when left out'),
  token: secretText(
    'TEXT',
    'a token of the host (better set as SPECIMEN_TOKEN, which no process list shows)',
  ),
} as const satisfies OptionTable

/** Options of `specimen types`. */
export const typesOptions = {
  out: optionalText('FILE', 'the file to write: .d.ts, or .pyi for Python; standard output when left out'),
  python: toggle('write a stub of Python, whatever the name of the file'),
  token: secretText(
    'TEXT',
    'a token of the host (better set as SPECIMEN_TOKEN, which no process list shows)',
  ),
} as const satisfies OptionTable

/** The commands of operators. */
export const hostForms = {
  serve: {
    summary: 'load bundles and specimens and serve them',
    group,
    about: `Loads bundles and specimens and serves them. Prints one line, "listening on http://HOST:PORT", \
when it is ready (https:// with TLS); everything else is a JSON line on standard output.

GET /api/specimens/reload, or SIGHUP, reads the folders again. SIGTERM and SIGINT end it cleanly. The API is \
explained at /docs.`,
    own: configFileOption,
    settings: commandOptions.serve,
    examples: [
      'specimen serve --plugins dist/plugins --specimens specimens',
      'specimen serve --port 0                         # any free port; the line that is printed names it',
      'SPECIMEN_TOKEN=… specimen serve --host 0.0.0.0  # for everybody who has the token',
      'specimen serve --config lab.json                # {"plugins": "dist/plugins", "pool-size": 4}',
      'specimen serve --https --host 0.0.0.0 --tokens tokens.txt   # for a headset',
    ],
  },
  relay: {
    summary: 'serve, and take workers that dial in from behind firewalls',
    group,
    about: `Serves what workers have that dial in from behind firewalls.

A worker is a machine with data or plugins that nobody can reach; it runs "specimen worker <this relay's \
address> --id lab7". What it has is then served here as lab7:<specimen>, with the same API as everything \
else. A relay may have plugins and specimens of its own: name their folders.

Without tokens only workers on this machine are taken. With them, each worker needs the token of its id: a \
line "<worker-id> <token>"; append "expires 2027-01-01" to limit it. The file is read again whenever a \
worker comes, so workers are added and taken out without a restart. Without --https or --tls-cert traffic is \
not encrypted here: then put a proxy with TLS before the relay (it must pass WebSocket upgrades of \
/ws/federation/ on) and give workers its https address. Below a path of that proxy, name the path: \
--base-path /lab here, and https://example.org/lab at the worker.

With --redis, workers dial in to any host of the group and are served by all; give all the same tokens.`,
    own: configFileOption,
    settings: commandOptions.relay,
    examples: [
      'echo "lab7 $(openssl rand -hex 24)" >> worker-tokens.txt',
      'specimen relay --host 0.0.0.0 --worker-tokens worker-tokens.txt --token "$API_TOKEN"',
    ],
  },
  sign: {
    summary: 'sign bundles, for hosts that take signed ones only',
    group,
    about: `Writes manifest.sig into each bundle that is named, or lies in a folder that is: a signature \
(Ed25519) of its manifest, which names every file by its hash. A bundle that is built again is signed again.

With --new-key it makes the key instead, a PEM file that only you can read, and prints the line for the \
hosts' --require-signature file: the name of the file and the public key. That file is read again at each \
reload, so that keys are added and taken out without a restart. A worker asks for signatures itself: its \
relay sees no bundles.`,
    argument: { name: 'folder', help: 'a bundle, or a folder of bundles', isList: true },
    usage: '<folder...> --key FILE, or specimen sign --new-key FILE',
    own: {
      key: optionalText('FILE', 'the private key to sign with'),
      newKey: optionalText('FILE', 'make a private key in this file, which must be new'),
    },
    examples: [
      'specimen sign --new-key lab.pem >> signers.txt',
      'specimen sign dist/plugins --key lab.pem',
      'specimen sign dist/plugins/island dist/plugins/mandelbulb --key lab.pem',
      'specimen serve --require-signature signers.txt',
    ],
  },
  worker: {
    summary: "serve this machine's specimens through a relay, without an open port",
    group,
    about: `Serves this machine's plugins and specimens through a relay. Dials out to the relay, so this \
machine needs no open port, and dials again whenever the connection is lost; what runs goes on meanwhile. \
Everything here appears at the relay as <worker-id>:<specimen>.

Prints "connected to <relay-url> as <worker-id>" when the relay has taken it; everything else is a JSON line \
on standard output. SIGHUP reads the folders again, as GET /api/specimens/reload at the relay does. SIGTERM \
and SIGINT let what runs end, and end it cleanly.`,
    argument: {
      name: 'relay-url',
      help: "the relay's address: http, https, ws or wss",
      missing: `The relay's address is missing: ${toCommand('worker https://relay.example.org --id lab7')}`,
      tooMany: 'One relay at a time',
    },
    usage: '<relay-url> --id ID [options]',
    own: { ...configFileOption, ...workerOptions },
    settings: commandOptions.worker,
    examples: ['specimen worker https://relay.example.org --id lab7 --specimens /data/specimens'],
  },
  join: {
    summary: 'follow a room, and write what happens there as JSON lines',
    group,
    about: `Enters a room of a running host as a peer without a picture, and writes one JSON line for each \
thing that happens there:
  {"type": "entered", "peer": 2, "peers": [...], "fields": {...}}   everything, again after a lost connection
  {"type": "peers", "peers": [...]}                                 after one has come or left
  {"type": "changed", "by": 1, "fields": {...}}                     by is a peer, or 0 for the host
  {"type": "away", "detail": "..."}                                 it connects again by itself

Fields are named as in core/service/rooms/PROTOCOL.md: views/1/specimen, views/1/params/radius, \
views/1/result, notes/... ; null removes one. A result has an id, and its bytes are at \
/api/rooms/<room>/results/<id>. A token for reading is enough. It changes nothing, and runs until a signal \
ends it; it exits with 1 when the host refuses it.`,
    argument: {
      name: 'url',
      help: "the host's address",
      missing: `The host's address is missing: ${toCommand('join http://127.0.0.1:8000 --room lab')}`,
      tooMany: 'One host at a time',
    },
    usage: '<url> --room NAME [options]',
    own: joinOptions,
    examples: [
      'specimen join http://127.0.0.1:8000 --room lab',
      'specimen join https://example.org --room lab --name logger >> lab.jsonl',
    ],
  },
  mcp: {
    summary: 'connect an agent that starts programs to a running host',
    group,
    about: `Speaks the Model Context Protocol on standard input and output, for agents that start a program, \
and passes each message on to /mcp of a running host. Agents that take an address need no program: give them \
the host's address with /mcp behind it.

The agent then has a tool for each function of the host, and sees pictures and facts of the results. When \
the host is started again, the next message begins a new session there. It ends with its input, and needs \
the package @modelcontextprotocol/sdk, as the host does.`,
    argument: {
      name: 'url',
      help: "the host's address; http://127.0.0.1:8000 when left out",
      tooMany: 'One host at a time',
    },
    usage: '[url] [options]',
    own: mcpOptions,
    examples: [
      'specimen mcp',
      'specimen mcp https://example.org/lab --room lab',
      'claude mcp add specimens -- npx --no -- specimen-host mcp http://127.0.0.1:8000',
    ],
  },
  types: {
    summary: 'write the functions of a host as types of TypeScript or Python',
    group,
    about: `Writes the functions of a running host, or of a folder of bundles, as types: names, \
parameters with their descriptions, bounds and defaults, and the kind of each result. An editor then \
completes calls, and a type checker finds those that a host would refuse for a name or a type.

TypeScript: createClient<Functions>(url).call.gyroid({ cells: 3 })
Python: host = cast("Functions", connect(url)), and host.gyroid(cells=3)

What types cannot say, such as ranges and patterns, stands in the comments; the host checks it.`,
    argument: {
      name: 'source',
      help: 'the address of a host, or a folder of bundles',
      missing: `The host or folder is missing: ${toCommand('types http://127.0.0.1:8000 --out all.d.ts')}`,
      tooMany: 'One host or folder at a time',
    },
    own: typesOptions,
    examples: [
      'specimen types http://127.0.0.1:8000 --out functions.d.ts',
      'specimen types dist/plugins --out lab_functions.pyi',
    ],
  },
  doctor: {
    summary: 'look at this machine and its settings, and say what a host finds there',
    group,
    about: `Looks at this machine as a host with the same options and variables does, and prints a line \
for each thing it needs or could have: ok, warn or fail, what was found, and what to do about it. Each wall \
around plugins is built once and looked at from inside, bundles and specimens are loaded, tokens are read, \
and one run is tried in a process for plugins. Exits 1 when anything fails; with --sandbox require a wall \
that is missing does.

With --redis it looks at the group of hosts there as well, from any machine: whether that Redis can serve \
one, how fast it answers, who is there, how each host answers, and whose clock or bundles differ. \
With SPECIMEN_GROUP_SECRET it sees whether each has the same.`,
    own: doctorOptions,
    settings: commandOptions.serve,
    examples: [
      'specimen doctor --tokens tokens.txt',
      'specimen doctor --sandbox require --json',
      'specimen doctor --redis redis://redis.example.org:6379',
    ],
  },
  token: {
    summary: 'make a token for users of a host, or a ticket for guests of a room',
    group,
    about: `Makes a token and prints it, once: what is kept is a line with its hash, its name and what it \
allows. With --file the line is appended to that file, else it is printed below the token. A host with \
--tokens FILE takes the token within a second or two; delete the line to take it back.

A token allows what its scopes say, none of which includes another:
  read    the catalog, files, results that are there, and the jobs that were started with it
  invoke  running functions
  admin   reading the folders again, and the room cache; for the whole host, so without rooms and specimens

With --rooms it is for these rooms only, with --specimens for these ids of specimens and names of functions; \
all others are not there for it. Jobs belong to the name: two tokens of one name, an old one and its \
successor, share them.

--ticket makes a ticket for guests instead: for one room, signed, and good for a day at most. It stands in \
no file, so a host knows it by --ticket-key, whose FILE holds a secret of 32 characters or more. Whoever has \
a token gets tickets from a running host without that key: POST /api/tickets. A guest opens the viewer with \
#/?~ticket=… behind its address.`,
    usage: '--name NAME [options]',
    own: {
      name: optionalText('NAME', 'whose it is, as logs name it; not for a ticket'),
      scope: text('read,invoke', 'SCOPES', 'what it allows, with commas'),
      rooms: optionalText('ROOMS', 'rooms that it is for, with commas; all without it'),
      specimens: optionalText(
        'NAMES',
        'ids of specimens and names of functions that it is for, with commas; all without it',
      ),
      expires: optionalText(
        'TIME',
        'when it ends: 30d, 12h, 45m, or a time in UTC such as 2027-01-31T00:00:00Z',
      ),
      file: optionalText('FILE', 'the file of tokens that its line is appended to'),
      ticket: toggle('make a ticket for one room'),
      ticketKey: optionalText('FILE', 'the secret that the host signs tickets with'),
    },
    examples: [
      'specimen token --name ada --file tokens.txt',
      'specimen token --name class-3b --scope read --rooms lab --expires 30d --file tokens.txt',
      'specimen serve --host 0.0.0.0 --tokens tokens.txt',
      'openssl rand -hex 32 > ticket.key',
      'specimen token --ticket --rooms lab --expires 4h --ticket-key ticket.key',
    ],
  },
} as const satisfies { readonly [name: string]: CommandForm }
