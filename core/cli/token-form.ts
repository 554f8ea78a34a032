import { optionalText, text, toggle } from '../options/option.ts'
import type { CommandForm } from './command-form.ts'

/** The command that makes tokens and tickets: `token`. */
export const tokenForms = {
  token: {
    summary: 'make a token for users of a host, or a ticket for guests of a room',
    group: 'Hosts',
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
