/**
 * nginx as a peer: as Debian configures it, with a file that lies in memory where the system has a place for
 * that.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { chmod, copyFile, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { connect, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { loadSource } from './load-source.mjs'

const memory = '/dev/shm'
const mostWaits = 200

/**
 * Returns the result of `work({ port })`, an nginx that answers `/file` with the bytes of `file`; without
 * one, that of `work({ reason })`. It is found as the tests find it: on PATH, or in Debian's package.
 */
export async function withNginx(file, work) {
  const { findDebianProgram } = await loadSource(
    "export { findDebianProgram } from './test/support/find-debian-program.ts'",
  )
  const found = await findDebianProgram({ file: 'usr/sbin/nginx', packages: ['nginx'] })
  if ('reason' in found) return await work(found)
  const folder = await mkdtemp(join(existsSync(memory) ? memory : tmpdir(), 'specimen-nginx-'))
  try {
    await chmod(folder, 0o755) // its workers are another user where it is started by root
    await copyFile(file, join(folder, 'file'))
    const port = await findPort()
    await writeFile(join(folder, 'nginx.conf'), toConfiguration(folder, port))
    const argv = ['-e', 'stderr', '-p', folder, '-c', join(folder, 'nginx.conf')]
    const env = { ...process.env, ...found.environment }
    const child = spawn(found.path, argv, { env, stdio: ['ignore', 'ignore', 'inherit'] })
    const ended = once(child, 'exit')
    try {
      await waitUntilOpen(port, child)
      return await work({ port })
    } finally {
      child.kill()
      await ended
    }
  } finally {
    await rm(folder, { recursive: true })
  }
}

/** What Debian's own has for static files; only its places are others. */
function toConfiguration(folder, port) {
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
  return `daemon off;
worker_processes auto;
pid ${folder}/pid;
events { worker_connections 768; }
http {
  sendfile on;
  tcp_nopush on;
  default_type application/octet-stream;
  access_log ${folder}/access.log;
  gzip on;
  ${temporary.map((name) => `${name}_temp_path ${folder}/${name};`).join('\n  ')}
  server { listen 127.0.0.1:${port}; root ${folder}; }
}
`
}

async function findPort() {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address()
  server.close()
  await once(server, 'close')
  return port
}

async function waitUntilOpen(port, child) {
  for (let i = 0; i < mostWaits; i++) {
    const socket = connect(port, '127.0.0.1')
    const isOpen = await once(socket, 'connect').then(
      () => true,
      () => false,
    )
    socket.destroy()
    if (isOpen) return
    if (child.exitCode !== null) throw new Error(`nginx ended with ${child.exitCode}`)
    await new Promise((resolve) => setTimeout(resolve, 10))
  }
  throw new Error('nginx does not listen')
}
