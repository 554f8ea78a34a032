/** The sample of nginx as it stands, before a host of a test: only its addresses and files are others. */
import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import type { IncomingHttpHeaders } from 'node:http'
import { type RequestOptions, request } from 'node:https'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { promisify } from 'node:util'
import { expect, onTestFinished } from 'vitest'
import { findPort } from '../../support/find-port.ts'
import { temporaryFolders } from '../../support/temporary-folders.ts'

const sample = readFileSync(join(import.meta.dirname, '../../../core/cli/deployment/nginx.conf'), 'utf8')

/** A running nginx. */
export interface Front {
  readonly plainPort: number
  readonly port: number
  /** The file of its certificate, which nobody else has signed. */
  readonly certificate: string
  /** What it has complained of. */
  readonly said: () => string
}

/** Starts nginx before the hosts on some ports, which one name leads to; it is gone after the test. */
export async function startNginx(nginx: string, ...hostPorts: readonly number[]): Promise<Front> {
  const folder = mkdtempSync(join(tmpdir(), 'specimen-nginx-'))
  temporaryFolders.push(folder)
  const [plainPort, port] = [await findPort(), await findPort()]
  await makeCertificate(folder)
  const site = [
    ['listen 80;', `listen 127.0.0.1:${plainPort};`],
    ['listen 443 ssl;', `listen 127.0.0.1:${port} ssl;`],
    ['server specimen-host:8000;', hostPorts.map((hostPort) => `server 127.0.0.1:${hostPort};`).join(' ')],
    ['/etc/nginx/tls/fullchain.pem', join(folder, 'fullchain.pem')],
    ['/etc/nginx/tls/privkey.pem', join(folder, 'privkey.pem')],
  ].reduce((text, [before = '', after = '']) => {
    expect(text.split(before), before).toHaveLength(2)
    return text.replace(before, after)
  }, sample)
  writeFileSync(join(folder, 'site.conf'), site)
  writeFileSync(join(folder, 'nginx.conf'), toMain(folder))
  const child = spawn(nginx, ['-e', 'stderr', '-p', folder, '-c', join(folder, 'nginx.conf')], {
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  const ended = once(child, 'exit')
  onTestFinished(async () => {
    child.kill('SIGKILL')
    await ended
  })
  let said = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    said += text
  })
  await expect.poll(() => isOpen(port), { message: said }).toBe(true)
  return { plainPort, port, certificate: join(folder, 'fullchain.pem'), said: () => said }
}

/** One process, as the user of the tests; a client's address is what the test says that it is. */
function toMain(folder: string): string {
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
  return `daemon off;
master_process off;
pid ${folder}/pid;
error_log stderr warn;
events {}
http {
  access_log off;
  set_real_ip_from 127.0.0.1;
  real_ip_header X-Test-Client;
  ${temporary.map((name) => `${name}_temp_path ${folder}/${name};`).join('\n  ')}
  include site.conf;
}
`
}

async function makeCertificate(folder: string): Promise<void> {
  const files = ['-keyout', join(folder, 'privkey.pem'), '-out', join(folder, 'fullchain.pem')]
  const names = [
    '-subj',
    '/CN=lab.example.org',
    '-addext',
    'subjectAltName=DNS:lab.example.org,DNS:localhost',
  ]
  const key = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '2']
  await promisify(execFile)('openssl', ['req', '-x509', ...key, ...names, ...files])
}

async function isOpen(port: number): Promise<boolean> {
  const socket = connect(port, '127.0.0.1')
  const isConnected = await once(socket, 'connect').then(
    () => true,
    () => false,
  )
  socket.destroy()
  return isConnected
}

/** What a client was answered. */
export interface FrontAnswer {
  readonly status: number
  readonly headers: IncomingHttpHeaders
  readonly body: Buffer
}

/** Sends a request for lab.example.org to nginx and resolves with the whole answer. */
export async function ask(
  { port, certificate }: Front,
  path: string,
  { body, ...options }: RequestOptions & { readonly body?: string | Buffer } = {},
): Promise<FrontAnswer> {
  const sent = request({
    host: '127.0.0.1',
    port,
    path,
    servername: 'lab.example.org',
    ca: readFileSync(certificate),
    agent: false,
    ...options,
    headers: { host: 'lab.example.org', ...options.headers },
  })
  sent.end(body)
  const [answer] = await once(sent, 'response')
  return { status: answer.statusCode, headers: answer.headers, body: await buffer(answer) }
}
