import type { JsonObject } from '../../../contract/values/json.ts'
import { type Operation, referAnswer, resultHeaders } from './responses.ts'
import { bytes, refer, text } from './schema.ts'

const path = {
  name: 'path',
  in: 'path',
  required: true,
  description:
    'The key of the store, with slashes: `zarr.json`, `0/zarr.json`, `0/c/0/0/0`, `labels/zarr.json`. ' +
    'Before it may stand, as segments of their own, `params=` with JSON or base64url of it, `room_id=`, ' +
    '`part=`, `ticket=` with a ticket in place of Authorization, and then a name that ends with `.zarr`: ' +
    'for clients that drop queries, send no headers, or look for that ending.',
  schema: text,
  example: 'zarr.json',
}

/** Returns the operation of the stores of specimens, which takes the parameters of a call. */
export function describeZarr(call: readonly JsonObject[]): Operation {
  const [specimen = {}, ...query] = call
  return {
    tags: ['specimens'],
    summary: 'A volume or image as a store of OME-Zarr 0.5, for viewers and programs that read Zarr 3',
    parameters: [specimen, path, ...query],
    responses: {
      200: {
        description:
          'A document, or a chunk: little-endian samples of one block, at most 1 MiB, compressed as ' +
          'Accept-Encoding asks. The result is computed and cached as that of /data; coarser levels are ' +
          'the mean of the samples, and of labels the most frequent one.',
        headers: resultHeaders,
        content: {
          'application/json': { schema: refer('ZarrDocument') },
          'application/octet-stream': { schema: bytes },
        },
      },
      206: referAnswer('PartOfFile'),
      304: referAnswer('NotModified'),
      404: referAnswer('UnknownSpecimen'),
      406: referAnswer('Undecodable'),
      412: referAnswer('ConditionFailed'),
      416: referAnswer('RangeNotSatisfiable'),
      422: referAnswer('InvalidParameters'),
      500: referAnswer('Failed'),
      502: referAnswer('BadGateway'),
      504: referAnswer('GatewayTimeout'),
    },
  }
}
