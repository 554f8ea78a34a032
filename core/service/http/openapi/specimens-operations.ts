import { dataForms, formNames } from '../../../contract/domain/result/forms.ts'
import type { JsonObject } from '../../../contract/values/json.ts'
import * as examples from './examples.ts'
import { answer, etag, type Operation, referAnswer, resultHeaders } from './responses.ts'
import { bytes, idInPath, refer, text } from './schema.ts'
import { roomSchema } from './schemas.ts'
import { describeZarr } from './zarr-operation.ts'

const tags = ['specimens']
const specimenId = {
  name: 'specimen_id',
  in: 'path',
  required: true,
  description: 'Id of a specimen, or name of a function that no specimen has as its id.',
  schema: idInPath,
  example: examples.id,
}
const paramsInQuery = {
  name: 'params',
  in: 'query',
  description: 'A JSON object of parameters. Absent ones take their defaults.',
  schema: { ...text, contentMediaType: dataForms.json.mediaType, contentSchema: { type: 'object' } },
  example: JSON.stringify(examples.params),
}
const roomInQuery = {
  name: 'room_id',
  in: 'query',
  description: 'The peers of a room share one result. Absent or empty means `service`.',
  schema: roomSchema,
  example: 'lab',
}
/** The form of a result, in the query. */
export const formatInQuery = {
  name: 'format',
  in: 'query',
  description: 'The form by its short name, in place of Accept; the answer then has a file name.',
  schema: { enum: formNames },
  example: 'glb',
}
const partInQuery = {
  name: 'part',
  in: 'query',
  description: 'The name of a part of a scene, which is then sent alone, in the forms of its kind.',
  schema: text,
  example: 'brain',
}
const dataBody = { content: { 'application/json': { schema: refer('DataBody'), example: examples.call } } }
const callBody = { content: { 'application/json': { schema: refer('CallBody'), example: examples.call } } }
const disposition = {
  description: 'The name of the file, for a static specimen and where format names the form.',
  schema: text,
  example: 'attachment; filename="rock.stl"',
}
const fileAnswers = {
  206: referAnswer('PartOfFile'),
  304: referAnswer('NotModified'),
  412: referAnswer('FileConditionFailed'),
  416: referAnswer('RangeNotSatisfiable'),
  502: referAnswer('BadGateway'),
  504: referAnswer('GatewayTimeout'),
}

const files = formNames.filter((form) => form !== 'envelope' && form !== 'json')

function describeData(envelopeMediaType: string): JsonObject {
  return {
    200: {
      description:
        'The file of a static specimen, or the result in it where Accept names a form of that rather than ' +
        'the file. The result of a dynamic one, in the form that Accept or format names, else as the ' +
        'envelope (mesh, volume) or JSON (all others); all but archives and pictures are ' +
        'compressed as Accept-Encoding asks, and plain with Cache-Control: no-transform.',
      headers: { ...resultHeaders, 'Content-Disposition': disposition },
      content: {
        [envelopeMediaType]: {
          schema: { ...bytes, description: 'The binary envelope.', externalDocs: envelopeDocs },
        },
        ...Object.fromEntries(files.map((form) => [dataForms[form].mediaType, { schema: bytes }])),
        [dataForms.json.mediaType]: { schema: refer('Result'), example: examples.mesh },
        '*/*': { schema: { ...bytes, description: 'A file, with the media type of its extension.' } },
      },
    },
    ...fileAnswers,
    404: referAnswer('UnknownSpecimen'),
    406: referAnswer('Undecodable'),
    412: referAnswer('ConditionFailed'),
    422: referAnswer('InvalidParameters'),
    500: referAnswer('Failed'),
  }
}

/** The address of the envelope's description, relative to the document. */
export const envelopeDocs = { description: 'The binary envelope, byte by byte', url: 'docs/envelope' }

const factsAnswers = {
  200: {
    ...answer(
      'The facts, measured once for a result, of all of its elements. The result is computed and cached as ' +
        'that of /data; that of a static specimen is the one in its file.',
      'Facts',
      examples.facts,
    ),
    headers: resultHeaders,
  },
  304: referAnswer('NotModified'),
  404: referAnswer('UnknownSpecimen'),
  406: referAnswer('NoFacts'),
  412: referAnswer('ConditionFailed'),
  422: referAnswer('InvalidParameters'),
  500: referAnswer('Failed'),
  502: referAnswer('BadGateway'),
  504: referAnswer('GatewayTimeout'),
}

const provenanceAnswers = {
  200: {
    ...answer(
      'W3C PROV, as PROV-JSON: the calls, files and code by which the result is made, with their keys, ' +
        'hashes and signers. Nothing is computed. Equal calls have equal documents.',
      'Provenance',
      examples.provenance,
    ),
    headers: { ETag: etag },
  },
  304: referAnswer('NotModified'),
  404: referAnswer('UnknownSpecimen'),
  422: referAnswer('InvalidParameters'),
  502: referAnswer('BadGateway'),
  504: referAnswer('GatewayTimeout'),
}

const catalogOperations = {
  listSpecimens: {
    tags,
    summary: 'The catalog',
    responses: {
      200: {
        ...answer('Entries, sorted by id.', ['CatalogEntry'], [examples.entry]),
        headers: { ETag: etag },
      },
      304: referAnswer('NotModified'),
    },
  },
  readSpecimen: {
    tags,
    summary: 'One specimen, with the schema of its parameters',
    parameters: [specimenId],
    responses: {
      200: answer('The specimen.', 'Specimen', examples.specimen),
      404: referAnswer('UnknownSpecimen'),
    },
  },
  readThumbnail: {
    tags,
    summary: 'The preview image',
    parameters: [specimenId],
    responses: {
      200: {
        description: 'The image.',
        headers: { ETag: etag },
        content: { 'image/*': { schema: bytes }, '*/*': { schema: bytes } },
      },
      ...fileAnswers,
      404: referAnswer('NoThumbnail'),
    },
  },
  readPicture: {
    tags,
    summary: 'A picture of a result, as the page shows it',
    parameters: [
      specimenId,
      paramsInQuery,
      {
        name: 'view',
        in: 'query',
        description:
          "Settings over the author's view, as in `@view`, with blanks between. `axes=1` draws axes, a " +
          'scale bar and a colour bar; what pictures leave out, or what changes nothing, stands in ' +
          '`Specimen-Notes`.',
        schema: text,
        example: 'colormap=coolwarm camera=1,-2,0.5',
      },
      ...['width', 'height'].map((name) => ({
        name,
        in: 'query',
        description: 'Pixels; the other side where that is given, else 512.',
        schema: { type: 'integer', minimum: 16, maximum: 1200 },
        example: 512,
      })),
      {
        name: 'within',
        in: 'query',
        description: 'Longest time for computing the result, in seconds; 204 when it takes longer.',
        schema: { type: 'number', exclusiveMinimum: 0, maximum: 30, default: 30 },
        example: 1,
      },
      partInQuery,
    ],
    responses: {
      200: {
        description: 'The picture, WebP where Accept names that; none yet for a HEAD.',
        headers: { ETag: etag, 'Specimen-Notes': resultHeaders['Specimen-Notes'] },
        content: { [dataForms.png.mediaType]: { schema: bytes }, 'image/webp': { schema: bytes } },
      },
      204: {
        description:
          'None: parameters have no default, the file cannot be decoded, or it takes longer than `within`.',
      },
      304: referAnswer('NotModified'),
      404: referAnswer('UnknownSpecimen'),
      422: referAnswer('InvalidParameters'),
      500: referAnswer('Failed'),
      502: referAnswer('BadGateway'),
      504: referAnswer('GatewayTimeout'),
    },
  },
  reload: {
    tags,
    summary: 'Reads bundles and specimens again and swaps the catalog',
    responses: { 200: answer('Counts, and what could not be used.', 'Reload', examples.reload) },
  },
  postReload: {
    tags,
    summary: 'The same as GET, for clients that change nothing by GET',
    responses: { 200: answer('Counts, and what could not be used.', 'Reload', examples.reload) },
  },
} satisfies { readonly [operationId: string]: Operation }

/** Returns the operations below `/api/specimens`, with the host's name for the envelope. */
export function describeSpecimens(envelopeMediaType: string) {
  return {
    ...catalogOperations,
    getData: {
      tags,
      summary: 'The data of a specimen: its file, the result in that, or the result of its function',
      parameters: [specimenId, paramsInQuery, roomInQuery, formatInQuery, partInQuery],
      responses: describeData(envelopeMediaType),
    },
    postData: {
      tags,
      summary: 'The same as GET, with the parameters in the body',
      parameters: [specimenId],
      requestBody: dataBody,
      responses: { ...describeData(envelopeMediaType), 409: referAnswer('Superseded') },
    },
    getFacts: {
      tags,
      summary: 'Facts of a result: bounds, area, volume, closedness, statistics',
      parameters: [specimenId, paramsInQuery, roomInQuery, partInQuery],
      responses: factsAnswers,
    },
    postFacts: {
      tags,
      summary: 'The same as GET, with the parameters in the body',
      parameters: [specimenId],
      requestBody: callBody,
      responses: { ...factsAnswers, 409: referAnswer('Superseded') },
    },
    getProvenance: {
      tags,
      summary: 'What a result is made of: its calls, the code of these, and files',
      parameters: [specimenId, paramsInQuery, roomInQuery],
      responses: provenanceAnswers,
    },
    postProvenance: {
      tags,
      summary: 'The same as GET, with the parameters in the body',
      parameters: [specimenId],
      requestBody: callBody,
      responses: provenanceAnswers,
    },
    readZarr: describeZarr([specimenId, paramsInQuery, roomInQuery, partInQuery]),
    startJob: {
      tags,
      summary: 'Starts a load as a background job',
      parameters: [specimenId],
      requestBody: callBody,
      responses: {
        200: answer('The job.', 'StartBody', examples.started),
        400: referAnswer('StaticSpecimen'),
        404: referAnswer('UnknownSpecimen'),
        422: referAnswer('InvalidParameters'),
      },
    },
  } satisfies { readonly [operationId: string]: Operation }
}
