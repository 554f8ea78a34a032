/** HTTP itself: how a message is framed, where it ends, what it is addressed to. */
import { ask, get, type HostileRequest, post } from './request-text.ts'

const host = 'host: localhost\r\n'
const close = `${host}connection: close\r\n`
const start = '/api/specimens/tetra/start'
const bad = '400 request.invalid'
/** A POST whose head is written by hand; the body is cut off or runs on as a case wants it. */
const framed = (headers: string, body: string) =>
  `POST ${start} HTTP/1.1\r\n${close}content-type: application/json\r\n${headers}\r\n${body}`
const chunked = (body: string) => framed('transfer-encoding: chunked\r\n', body)
const unknown = '501 coding.unknown'
const smuggled = `GET /api/specimens/reload HTTP/1.1\r\n${close}\r\n`

export const framing: readonly HostileRequest[] = [
  [
    'both Content-Length and Transfer-Encoding',
    framed('content-length: 2\r\ntransfer-encoding: chunked\r\n', `0\r\n\r\n${smuggled}`),
    bad,
  ],
  [
    'Transfer-Encoding before Content-Length',
    framed('transfer-encoding: chunked\r\ncontent-length: 2\r\n', `0\r\n\r\n${smuggled}`),
    bad,
  ],
  ['Transfer-Encoding: chunked twice', framed('transfer-encoding: chunked, chunked\r\n', '0\r\n\r\n'), bad],
  ['Transfer-Encoding: xchunked', framed('transfer-encoding: xchunked\r\n', `0\r\n\r\n${smuggled}`), bad],
  ['chunked that is not last', framed('transfer-encoding: chunked, gzip\r\n', `0\r\n\r\n${smuggled}`), bad],
  ['compressed chunks', framed('transfer-encoding: gzip, chunked\r\n', '0\r\n\r\n'), unknown],
  ['a compressed body', framed('transfer-encoding: deflate\r\n', `{}${smuggled}`), unknown],
  ['Transfer-Encoding: identity', framed('transfer-encoding: identity\r\n', `{}${smuggled}`), bad],
  ['a vertical tab behind chunked', framed('transfer-encoding: chunked\x0b\r\n', '0\r\n\r\n'), bad],
  ['a space before the colon', framed('transfer-encoding : chunked\r\n', `0\r\n\r\n${smuggled}`), bad],
  ['two different lengths', framed('content-length: 2\r\ncontent-length: 3\r\n', '{} '), bad],
  ['the same length twice', framed('content-length: 2\r\ncontent-length: 2\r\n', '{}'), bad],
  ['a list of lengths', framed('content-length: 2, 2\r\n', '{}'), bad],
  ['a length with a sign', framed('content-length: +2\r\n', '{}'), bad],
  ['a negative length', framed('content-length: -1\r\n', '{}'), bad],
  ['a length in hexadecimal', framed('content-length: 0x2\r\n', '{}'), bad],
  ['a length of 1e1', framed('content-length: 1e1\r\n', '{}        '), bad],
  ['a length with a space inside', framed('content-length: 1 0\r\n', '{}        '), bad],
  ['an empty length', framed('content-length: \r\n', '{}'), bad],
  ['a length beyond 64 bits', framed('content-length: 99999999999999999999\r\n', '{}'), bad],
  ['a length of exabytes', framed('content-length: 9007199254740993\r\n', '{}'), '413 body.large'],
  ['a length one byte above the limit', framed('content-length: 262145\r\n', '{}'), '413 body.large'],
  ['a chunk size of letters', chunked('zz\r\n{}\r\n0\r\n\r\n'), bad],
  ['a negative chunk size', chunked('-2\r\n{}\r\n0\r\n\r\n'), bad],
  ['a chunk size with 0x', chunked('0x2\r\n{}\r\n0\r\n\r\n'), bad],
  ['a chunk size beyond 64 bits', chunked('fffffffffffffffff\r\n{}\r\n0\r\n\r\n'), bad],
  ['a chunk size with a space before it', chunked(' 2\r\n{}\r\n0\r\n\r\n'), bad],
  ['a chunk that is longer than its size', chunked('2\r\n{}{}\r\n0\r\n\r\n'), bad],
  ['a chunk that ends in a bare LF', chunked('2\r\n{}\n0\r\n\r\n'), bad],
  ['a chunk size that ends in a bare LF', chunked('2\n{}\r\n0\r\n\r\n'), bad],
  ['a chunk size that ends in a bare CR', chunked('2\r{}\r\n0\r\n\r\n'), bad],
  ['chunk extensions of 100 kB', chunked(`2;${'x'.repeat(100_000)}\r\n{}\r\n0\r\n\r\n`), bad],
  [
    'a chunked body above the limit',
    chunked(`50000\r\n${'x'.repeat(0x50000)}\r\n0\r\n\r\n`),
    '413 body.large',
  ],
  ['a chunked body in single bytes', chunked(`${'1\r\n \r\n'.repeat(2000)}2\r\n{}\r\n0\r\n\r\n`), '200'],
  ['trailers that name a length', chunked('2\r\n{}\r\n0\r\ncontent-length: 99\r\n\r\n'), bad],
  ['trailers of 100 kB', chunked(`2\r\n{}\r\n0\r\nx: ${'y'.repeat(100_000)}\r\n\r\n`), '431 headers.large'],
]

export const ends: readonly HostileRequest[] = [
  ['nothing, and the end', { half: '' }, 'none'],
  ['half a request line, and the end', { half: 'GET /liv' }, bad],
  ['half a header, and the end', { half: 'GET /livez HTTP/1.1\r\nhost: loc' }, bad],
  ['headers without their end, and the end', { half: `GET /livez HTTP/1.1\r\n${host}` }, bad],
  ['half a body, and the end', { half: framed('content-length: 200\r\n', '{"params":') }, bad],
  ['half a chunk, and the end', { half: chunked('20\r\n{"par') }, bad],
  ['a body without its last chunk, and the end', { half: chunked('2\r\n{}\r\n') }, bad],
  ['a POST without a length', `POST ${start} HTTP/1.1\r\n${close}\r\n`, '200'],
]

const two = `GET /livez HTTP/1.1\r\n${host}\r\n`
export const pipelines: readonly HostileRequest[] = [
  ['two requests at once', two + smuggled.replace('/api/specimens/reload', '/livez'), '200, 200'],
  ['a request and rubbish', `${two}\x00\x01\x02\r\n\r\n`, `200, ${bad}`],
  [
    'a run and rubbish, which is told behind its answer',
    `GET /api/specimens/tetra/data?format=json HTTP/1.1\r\n${host}\r\n\x00\x01\x02\r\n\r\n`,
    `200, ${bad}`,
  ],
  [
    'a request to nowhere with a faulty body',
    `POST /nowhere HTTP/1.1\r\n${host}transfer-encoding: chunked\r\n\r\n${'zz\r\n'.repeat(3)}`,
    bad,
  ],
  [
    'a request behind a body that is no JSON',
    post(start, '{}x', { connection: 'keep-alive' }).toString() + get('/api/specimens/none').toString(),
    '400 json.syntax, 404 specimen.unknown',
  ],
  [
    'a request inside the body of a GET',
    get('/livez', {})
      .toString()
      .replace('\r\n\r\n', `\r\ncontent-length: ${smuggled.length}\r\n\r\n${smuggled}`),
    '200',
  ],
  [
    '300 requests at once',
    two.repeat(299) + get('/livez').toString(),
    Array.from({ length: 300 }, () => '200').join(', '),
  ],
  ['a HEAD with a body', `HEAD /livez HTTP/1.1\r\n${close}content-length: 2\r\n\r\n{}`, '200'],
]

export const lines: readonly HostileRequest[] = [
  ['lines that end in LF', 'GET /livez HTTP/1.1\nhost: localhost\nconnection: close\n\n', bad],
  ['lines that end in CR', 'GET /livez HTTP/1.1\rhost: localhost\rconnection: close\r\r', bad],
  ['a header that goes on in the next line', `GET /livez HTTP/1.1\r\n${close}x: a\r\n b\r\n\r\n`, bad],
  ['a space before the first header', `GET /livez HTTP/1.1\r\n x: a\r\n${close}\r\n`, bad],
  ['a header without a colon', `GET /livez HTTP/1.1\r\n${close}nothing\r\n\r\n`, bad],
  ['a header without a name', `GET /livez HTTP/1.1\r\n${close}: a\r\n\r\n`, bad],
  ['a header whose name has a space', `GET /livez HTTP/1.1\r\n${close}a b: c\r\n\r\n`, bad],
  ['a NUL in a header', `GET /livez HTTP/1.1\r\n${close}x: a\0b\r\n\r\n`, bad],
  ['a NUL in the name of a header', `GET /livez HTTP/1.1\r\n${close}x\0y: a\r\n\r\n`, bad],
  ['a bare CR in a header', `GET /livez HTTP/1.1\r\n${close}x: a\rb\r\n\r\n`, bad],
  ['bytes above 127 in a header', get('/livez', { x: '\xff\xfe\x80' }), '200'],
  ['a method that nobody knows', `FROB /livez HTTP/1.1\r\n${close}\r\n`, bad],
  ['a method in small letters', `get /livez HTTP/1.1\r\n${close}\r\n`, bad],
  ['a method of 10 kB', `${'A'.repeat(10_000)} /livez HTTP/1.1\r\n${close}\r\n`, bad],
  ['TRACE', ask('TRACE', '/livez'), '405 method.refused'],
  ['PUT on a specimen', ask('PUT', '/api/specimens/tetra', {}, '{}'), '405 method.refused'],
  [
    'PATCH with a body of an odd type',
    ask('PATCH', '/livez', { 'content-type': 'a/b' }, 'x'),
    '405 method.refused',
  ],
  [
    'PUT of what is no JSON',
    ask('PUT', '/livez', { 'content-type': 'application/json' }, '{'),
    '405 method.refused',
  ],
  ['a body that is no JSON to nowhere', post('/nowhere', '{'), '404 route.unknown'],
  ['PROPFIND', ask('PROPFIND', '/'), '405 method.refused'],
  ['DELETE on the catalog', ask('DELETE', '/api/specimens/'), '405 method.refused'],
  ['HEAD on reload, which is no specimen', ask('HEAD', '/api/specimens/reload'), '404'],
  [
    'CONNECT to elsewhere',
    `CONNECT example.org:443 HTTP/1.1\r\nhost: example.org:443\r\n\r\n`,
    '405 method.refused',
  ],
  ['OPTIONS *', `OPTIONS * HTTP/1.1\r\n${close}\r\n`, bad],
  ['no version', `GET /livez\r\n${close}\r\n`, bad],
  ['HTTP/0.9', 'GET /livez\r\n\r\n', bad],
  [
    'HTTP/1.0 that is chunked and stays, with more behind it',
    `POST ${start} HTTP/1.0\r\nconnection: keep-alive\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n${smuggled}`,
    bad,
  ],
  ['HTTP/1.2', `GET /livez HTTP/1.2\r\n${close}\r\n`, bad],
  ['HTTP/2.0', `GET /livez HTTP/2.0\r\n${close}\r\n`, bad],
  ['the preface of HTTP/2', 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n', bad],
  ['http/1.1 in small letters', `GET /livez http/1.1\r\n${close}\r\n`, bad],
  ['tabs in the request line', `GET\t/livez\tHTTP/1.1\r\n${close}\r\n`, bad],
  ['two spaces before the version', `GET /livez  HTTP/1.1\r\n${close}\r\n`, '200'],
  ['no target', `GET  HTTP/1.1\r\n${close}\r\n`, bad],
  ['HTTP/1.0 without Host', 'GET /livez HTTP/1.0\r\n\r\n', '200'],
  [
    'HTTP/1.0 that is chunked',
    `POST ${start} HTTP/1.0\r\ncontent-type: application/json\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n`,
    bad,
  ],
  ['a TLS client hello', Buffer.from('16030100c8010000c40303', 'hex'), bad],
  ['the banner of SSH', 'SSH-2.0-OpenSSH_9.6\r\n', bad],
  ['a command of Redis', '*1\r\n$8\r\nFLUSHALL\r\n', bad],
  ['a header of a PROXY protocol', `PROXY TCP4 1.2.3.4 5.6.7.8 1 2\r\n${get('/livez')}`, bad],
  ['64 kB of NULs', Buffer.alloc(65_536), bad],
  ['blank lines before the request', `\r\n\r\n${get('/livez')}`, '200'],
]

const long = (length: number) => 'x'.repeat(length)
export const headers: readonly HostileRequest[] = [
  ['a header of 15 kB', get('/livez', { x: long(15_000) }), '200'],
  ['a header of 17 kB', get('/livez', { x: long(17_000) }), '431 headers.large'],
  ['a header of 1 MB', get('/livez', { x: long(1_000_000) }), '431 headers.large'],
  ['a name of 17 kB', get('/livez', { [long(17_000)]: 'x' }), '431 headers.large'],
  ['92 headers', get('/livez', many(90)), '200'],
  ['101 headers', get('/livez', many(99)), '431 headers.large'],
  ['1,000 headers', get('/livez', many(1000)), '431 headers.large'],
  ['100,000 headers', get('/livez', many(100_000)), '431 headers.large'],
  [
    'names of prototypes as headers',
    get('/livez', { __proto__x: 'a', constructor: 'b', tostring: 'c' }),
    '200',
  ],
  ['no Host', 'GET /livez HTTP/1.1\r\nconnection: close\r\n\r\n', bad],
  ['two Hosts', `GET /livez HTTP/1.1\r\n${close}host: evil.example\r\n\r\n`, bad],
  ['the Host of another', get('/livez', { host: 'evil.example' }), '421 host.unknown'],
  ['a Host of 10 kB', get('/livez', { host: long(10_000) }), '421 host.unknown'],
  ['a Host with markup', get('/livez', { host: '<script>' }), '421 host.unknown'],
  ['X-Forwarded-Host of no proxy', get('/livez', { 'x-forwarded-host': 'evil.example' }), '200'],
  ['X-Forwarded-Prefix of no proxy', get('/', { 'x-forwarded-prefix': '/evil"><script>' }), '200'],
  ['a method that a header would have', get('/livez', { 'x-http-method-override': 'DELETE' }), '200'],
  [
    'an address that a header would have',
    get('/livez', { 'x-original-url': '/metrics', 'x-rewrite-url': '/metrics' }),
    '200',
  ],
  ['Expect: nonsense', get('/livez', { expect: 'nonsense' }), '200'],
  [
    'Expect: 100-continue with a body that is too large',
    framed('expect: 100-continue\r\ncontent-length: 999999\r\n', ''),
    '413 body.large',
  ],
  [
    'a bad Authorization where none is asked',
    get('/livez', { authorization: `Bearer ${long(8000)}` }),
    '200',
  ],
  ['a request id with terminal codes', get('/livez', { 'x-request-id': '\x9b31mred' }), '200'],
  [
    'a trace that is none',
    get('/api/specimens/', { traceparent: '00-zz-zz-zz', tracestate: '=,=,=' }),
    '200',
  ],
  [
    'a cookie jar',
    get('/livez', { cookie: Array.from({ length: 500 }, (_, i) => `a${i}=b`).join('; ') }),
    '200',
  ],
]

function many(count: number): { readonly [name: string]: string } {
  return Object.fromEntries(Array.from({ length: count }, (_, i) => [`x${i}`, 'y']))
}

const socket = { connection: 'upgrade, close', upgrade: 'websocket' }
const key = { 'sec-websocket-key': 'dGhlIHNhbXBsZSBub25jZQ==', 'sec-websocket-version': '13' }
const federation = '/ws/federation/w1'
export const upgrades: readonly HostileRequest[] = [
  ['a WebSocket at the page', get('/', { ...socket, ...key }), '200'],
  ['a WebSocket for a worker, at no relay', get(federation, { ...socket, ...key }), '404 route.unknown'],
  ['a WebSocket without a key', get(federation, socket), '404 route.unknown'],
  [
    'a WebSocket of version 99',
    get(federation, { ...socket, ...key, 'sec-websocket-version': '99' }),
    '404 route.unknown',
  ],
  ['a WebSocket by POST', ask('POST', federation, { ...socket, ...key }), '404 route.unknown'],
  [
    'a WebSocket from a page elsewhere',
    get(federation, { ...socket, ...key, origin: 'https://evil.example' }),
    '404 route.unknown',
  ],
  [
    'a WebSocket at a name that leads elsewhere',
    get(federation, { ...socket, ...key, host: 'evil.example' }),
    '421 host.unknown',
  ],
  ['an upgrade to HTTP/2', get('/livez', { connection: 'upgrade, close', upgrade: 'h2c' }), '200'],
  [
    'an upgrade to nonsense with a body',
    ask(
      'POST',
      start,
      { connection: 'upgrade, close', upgrade: 'x/1', 'content-type': 'application/json' },
      '{}',
    ),
    '200',
  ],
  ['frames instead of an upgrade', Buffer.from('818566666666', 'hex'), bad],
]

/** Names of no file of the viewer, some of which lead elsewhere. */
const hidden = [
  ...['main.js', 'page.html', 'LICENSES.txt', '.', '..', '%2e%2e', '../package.json', '..%2fcli.js', ''],
  ...['%2e%2e%2f%2e%2e%2fcli.js', '..%5ccli.js', '%2fetc%2fpasswd', 'main%00.js', 'x/y.js', '__proto__'],
  ...['constructor', '%252e%252e%252fpackage.json'],
]
export const targets: readonly HostileRequest[] = [
  ['a target without a slash', get('livez'), bad],
  ['a target with an authority', get('//evil.example/livez'), '404 route.unknown'],
  ['*, which is no path', get('*'), bad],
  ['a fragment', get('/livez#part'), '200'],
  ['an encoded letter', get('/%6civez'), '200'],
  ['an encoded NUL', get('/livez%00'), '404 route.unknown'],
  ['a lone percent sign', get('/%'), bad],
  ['a percent sign and letters', get('/api/specimens/%zz'), bad],
  ['an overlong dot', get('/%c0%ae%c0%ae/etc/passwd'), bad],
  ['a surrogate in UTF-8', get('/api/specimens/%ed%a0%80'), bad],
  ['two dots', get('/../etc/passwd'), '404 route.unknown'],
  ['two dots below the viewer', get('/viewer/../../../package.json'), '404 route.unknown'],
  ...hidden.map((name): HostileRequest => [`/viewer/${name}`, get(`/viewer/${name}`), '404 route.unknown']),
  ['two slashes', get('/api//specimens/'), '404 route.unknown'],
  ['capital letters', get('/API/specimens/'), '404 route.unknown'],
  ['a semicolon', get('/livez;jsessionid=1'), '404 route.unknown'],
  ['raw bytes above 127', get('/\xe9t\xe9'), bad],
  ['a control character', get('/a\x01b'), bad],
  ['a backslash', get('/..\\..\\package.json'), '404 route.unknown'],
  ['markup', get('/<script>alert(1)</script>'), '404 route.unknown'],
  ['15 kB', get(`/${long(15_000)}`), '404 route.unknown'],
  ['17 kB', get(`/${long(17_000)}`), '431 headers.large'],
  ['1 MB', get(`/${long(1_000_000)}`), '431 headers.large'],
  ['a name of 1,100 letters', get(`/api/specimens/${long(1100)}`), '404 specimen.unknown'],
  ['5,000 slashes', get('/'.repeat(5000)), '404 route.unknown'],
  ['a query of 5,000 names', get(`/api/specimens/?${'a&'.repeat(5000)}`), '200'],
  ['a query of brackets', get(`/api/specimens/?${'a[b][c]=d&'.repeat(500)}`), '200'],
  ['a query with __proto__', get('/api/specimens/?__proto__=x&constructor=y'), '200'],
]
