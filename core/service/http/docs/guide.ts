/** The guide on `/docs` before the operations: first steps, forms of data, rooms and tokens. */

import { type DataForm, dataForms, formNames } from '../../../contract/domain/result/forms.ts'
import { kinds } from '../../../contract/domain/result/kinds.ts'
import { type ResultType, resultTypes } from '../../../contract/domain/result/result.ts'
import { escapeHtml } from '../../../contract/text/escape-html.ts'
import { writtenForms } from '../../../data/encoding/written-forms.ts'
import { toMediaType } from '../answer/choose-form.ts'
import type { DocumentOptions } from '../openapi/document.ts'
import * as examples from '../openapi/examples.ts'
import { toCode, toHtml, toJson, toTable } from './html.ts'

/** A part of the page, with an entry in the navigation. */
export interface Section {
  readonly id: string
  readonly title: string
  readonly html: string
}

const paragraph = (text: string): string => `<p>${toHtml(text)}</p>`

/** Returns the parts of the guide in reading order. */
export function listGuide({ envelopeMediaType, asksToken }: DocumentOptions): readonly Section[] {
  return [
    { id: 'first-request', title: 'A first request', html: describeFirst(asksToken) },
    { id: 'slow-load', title: 'A slow load', html: describeJob() },
    { id: 'forms', title: 'Forms of data', html: describeForms(envelopeMediaType) },
    { id: 'rooms', title: 'Rooms', html: describeRooms() },
    { id: 'tokens', title: 'Tokens', html: describeTokens(asksToken) },
    { id: 'limits', title: 'Limits', html: describeLimits() },
  ]
}

function describeFirst(asksToken: boolean): string {
  const header = asksToken ? ' -H "authorization: Bearer $TOKEN"' : ''
  const settings = [
    ['HOST=http://127.0.0.1:8000', 'the address of this page, without /docs'],
    [`ID=${examples.id}`, 'any id of the catalog'],
    ...(asksToken ? [['TOKEN=…', 'ask whoever runs this host']] : []),
  ].map(([setting = '', comment]) => `${setting.padEnd(28)}# ${comment}`)
  const commands = `${settings.join('\n')}

curl${header} "$HOST/api/specimens/"
curl${header} "$HOST/api/specimens/$ID"
curl${header} -f -o $ID.bin "$HOST/api/specimens/$ID/data"
curl${header} -f -o $ID.bin -G "$HOST/api/specimens/$ID/data" \\
     --data-urlencode 'params=${JSON.stringify(examples.params)}' --data-urlencode 'room_id=lab'`
  const { type, properties } = examples.schema
  const part = { id: examples.id, type: 'mesh', is_dynamic: true, schema: { type, properties } }
  return [
    paragraph(`The catalog, one specimen with the schema of its parameters, and its data: first with the
      defaults, then with a parameter.`),
    toCode(commands, 'Commands'),
    asksToken &&
      paragraph('Every request below `/api` carries the token; the commands below leave it out to be short.'),
    paragraph(
      'Part of the reply about one specimen; a client can draw a control for each property of `schema`:',
    ),
    toJson(part, 'Part of the reply'),
  ]
    .filter((html) => html !== false)
    .join('')
}

function describeJob(): string {
  const body = JSON.stringify({ params: {}, room_id: 'lab' })
  const type = "-H 'content-type: application/json'"
  const start = `curl -X POST "$HOST/api/specimens/$ID/start" ${type} -d '${body}'`
  const poll = `JOB=${examples.jobId}   # the job_id of that reply

curl "$HOST/api/jobs/$JOB/progress?since=-1"   # again with the last seq as since, while status is running
curl "$HOST/api/jobs/$JOB/result"              # JSON; 409 while it runs, 410 when it failed
curl -X DELETE "$HOST/api/jobs/$JOB"           # or stop it`
  return [
    paragraph('Start it, poll its progress, fetch its result. The reply to the start names the job:'),
    toCode(start, 'Start'),
    toCode(JSON.stringify(examples.started), 'Reply to the start'),
    toCode(poll, 'Poll, fetch or cancel'),
    paragraph('A reply of progress, `messages` being those after `since`:'),
    toCode(JSON.stringify(examples.progress), 'Reply of progress'),
    paragraph('`fraction` is how much is done, from 0 to 1, in messages of functions that say it.'),
    paragraph(`A \`status\` of \`done\` in the reply to the start means that the room has the result already.
      The data of the same parameters in the same room are then there as well, in every form.`),
  ].join('')
}

function describeForms(envelopeMediaType: string): string {
  const toRow = (type: ResultType): string[] => {
    const [own = '', ...others] = kinds[type].forms.map((form) => {
      return `${toBreakable(toMediaType(form, envelopeMediaType))} <code>${form}</code>`
    })
    return [`<code>${type}</code>`, own, others.join('<br>')]
  }
  return [
    paragraph(
      'The result of a dynamic specimen comes from `/data` in the form that the header `Accept` names, or ' +
        '`?format=` by the short name below:',
    ),
    toTable(['Type', 'Without <code>Accept</code>', 'By <code>Accept</code>'], resultTypes.map(toRow)),
    toCode(
      `curl -f -o $ID.glb -H 'accept: ${dataForms.glb.mediaType}' "$HOST/api/specimens/$ID/data"
curl -f -OJ "$HOST/api/specimens/$ID/data?format=stl"`,
      'Commands',
    ),
    paragraph('A file of each form holds:'),
    toTable(['Form', 'Ending', 'What a file holds'], formNames.map(toFileRow)),
    paragraph('What a form cannot hold is left out of it.'),
    `<p>The <a href="docs/envelope">envelope</a> is compact and quick to read: a length, a JSON preamble, the
arrays as they lie in memory. Its page has every byte, and decoders for Python and JavaScript. In JSON, arrays
are numbers, and <code>data</code> of volumes and images is base64. A scene has a form of its own, which holds
an envelope of each part and what that leaves out; a zip has a file of each part that other programs
open.</p>`,
    paragraph(
      'The colours and scalars of a mesh are not in the envelope. An `Accept` that names only what ' +
        'cannot be had is answered with 406 and the list. ' +
        'Envelopes and JSON are compressed as `Accept-Encoding` asks; pages, which cannot set that, get ' +
        'them plain with `Cache-Control: no-transform`.',
    ),
    paragraph(
      'A static specimen is a file, and `/data` is its bytes, with `Range` and conditional requests. The ' +
        'host decodes it when `Accept` names a form of its type rather than the file: glTF, PLY, STL, OBJ, ' +
        'NRRD, NIfTI, NPY, TIFF, PNG, JPEG, CSV and envelopes, each also compressed by gzip. What cannot ' +
        'be decoded is answered with 406.',
    ),
  ].join('')
}

function toFileRow(form: DataForm): string[] {
  return [
    `<code>${form}</code>`,
    `<code>${dataForms[form].ending}</code>`,
    toHtml(writtenForms[form].content),
  ]
}

function describeRooms(): string {
  return paragraph(`A room keeps one result, so that all peers in it see the same: the same specimen with the
    same parameters is computed once and then served from the room. Other parameters replace it. Without
    \`room_id\` the room is \`service\`.`)
}

function describeTokens(asksToken: boolean): string {
  const asks = asksToken
    ? 'This host asks for a token: every address of the API needs the header `Authorization: Bearer <token>`.'
    : 'This host asks for no token, and whoever reaches it may do all of this.'
  const rows = [
    [
      'read',
      'the catalog, files, results that a room has already, and the jobs that were started with the token',
    ],
    ['invoke', 'functions: whatever is not computed yet'],
    ['admin', 'reading the folders again, and the room cache of all rooms'],
  ].map(([scope = '', what = '']) => [`<code>${scope}</code>`, escapeHtml(what)])
  return [
    paragraph(`${asks} What a token allows is said by its scopes, of which none includes another:`),
    toTable(['Scope', 'Allows'], rows),
    paragraph(`A token may be for some rooms; where a request names none, it means the first of them then,
      unless \`service\` is one. It may be for some specimens and functions; the others are not there for it.
      A job is there for the token that started it. Whoever has a token can hand out tickets to a room:
      \`POST /api/tickets\`.`),
  ].join('')
}

function describeLimits(): string {
  return paragraph(`A client that asks too often is answered 429, and a host at its limits 503, both with
    \`Retry-After\`: the seconds until another try is worth it. A client that reads too little of an answer is
    cut off. 403 \`site.refused\` is for pages of sites that the host was not told to allow, 421 for a name
    that the host does not know as its own.`)
}

/** Permits a line break after the slash on a narrow screen. */
function toBreakable(mediaType: string): string {
  return `<code>${escapeHtml(mediaType).replace('/', '/<wbr>')}</code>`
}
