/**
 * Runs before `npm start` and `npm test`: installs the packages of package-lock.json when they are
 * absent or older than it, and says nothing otherwise. It is the one file here that an old Node has
 * to be able to read, as a CommonJS script: hence no static import and no recent syntax.
 */
const OLDEST_NODE = 20
const REMIND_MS = 15000
const POLL_MS = 200
/** Longer than any install: a lock this old was left by a machine that went down. */
const LOCK_TRIES = (10 * 60 * 1000) / POLL_MS

function say(line) {
  process.stderr.write(`${line}\n`)
}

function fail(line) {
  say(line)
  process.exit(1)
}

if (Number(process.versions.node.split('.')[0]) < OLDEST_NODE) {
  fail(
    `Node ${process.versions.node} is too old: install Node ${OLDEST_NODE} or newer from https://nodejs.org`,
  )
} else {
  ensureInstalled().catch((error) => fail(`The packages could not be installed: ${error.message}`))
}

async function ensureInstalled() {
  const fs = await import('node:fs')
  const path = await import('node:path')
  const root = path.dirname(path.dirname(fs.realpathSync(process.argv[1])))
  if (isStale(fs, root)) {
    const unlock = await lock(fs, root)
    try {
      // Another start may have installed them while this one waited.
      if (isStale(fs, root)) await install(path, root)
    } finally {
      unlock()
    }
  }
  if (!fs.existsSync(`${root}/node_modules/node/bin/node`)) {
    fail(
      'The pinned Node is missing, because install scripts are switched off: run npm rebuild node --ignore-scripts=false',
    )
  }
}

/** npm writes node_modules/.package-lock.json last: an install that was cut short leaves none. */
function isStale(fs, root) {
  function time(file) {
    const stat = fs.statSync(`${root}/${file}`, { throwIfNoEntry: false })
    return stat === undefined ? 0 : stat.mtimeMs
  }
  return time('node_modules/.package-lock.json') < time('package-lock.json')
}

async function install(path, root) {
  const { spawn } = await import('node:child_process')
  const began = Date.now()
  const elapsed = () => `${Math.round((Date.now() - began) / 1000)} s`
  say('Installing the packages (npm ci), which takes about a minute')
  // --include=dev: NODE_ENV=production would leave out the pinned Node itself.
  const options = ['ci', '--include=dev', '--loglevel=error', '--no-fund', '--no-audit']
  const npm = npmCommand(path, root)
  const child = spawn(npm.command, npm.args.concat(options), {
    cwd: root,
    env: npm.env,
    stdio: ['ignore', 'ignore', 'inherit'],
    detached: true,
  })
  const reminder = setInterval(() => say(`Still installing (${elapsed()})`), REMIND_MS)
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => interrupt(child.pid))
  const end = await new Promise((resolve, reject) => {
    child.on('error', reject)
    child.on('exit', (code, signal) => resolve(signal || code))
  })
  clearInterval(reminder)
  if (end === 'SIGKILL') throw new Error('interrupted')
  if (end !== 0) throw new Error(`npm ci ended with ${end} after ${elapsed()}`)
  say(`Installed in ${elapsed()}`)
}

/** npm ci takes no notice of SIGTERM. What it leaves half done, the next start does again. */
function interrupt(group) {
  try {
    process.kill(-group, 'SIGKILL')
  } catch {
    // It has ended in this very moment.
  }
}

/** The npm that runs this script, on the Node it runs on itself: npm ci removes the one in node_modules. */
function npmCommand(path, root) {
  const env = Object.assign({}, process.env)
  const own = path.join(root, 'node_modules', '.bin')
  env.PATH = (env.PATH || '')
    .split(path.delimiter)
    .filter((folder) => folder !== own)
    .join(path.delimiter)
  const script = env.npm_execpath || ''
  if (path.basename(script) !== 'npm-cli.js') return { command: 'npm', args: [], env }
  return { command: env.npm_node_execpath || process.execPath, args: [script], env }
}

/** Two first starts at once would remove each other's node_modules. */
async function lock(fs, root) {
  const { createHash } = await import('node:crypto')
  const { tmpdir } = await import('node:os')
  const file = `${tmpdir()}/invoicing-install-${createHash('sha256').update(root).digest('hex').slice(0, 16)}.lock`
  for (let tries = 0; tries < LOCK_TRIES; tries++) {
    try {
      fs.writeFileSync(file, String(process.pid), { flag: 'wx' })
      return () => fs.rmSync(file, { force: true })
    } catch (error) {
      if (error.code !== 'EEXIST') throw error
    }
    if (tries === 0) say('Waiting for another start, which installs the packages')
    if (!isHeld(fs, file)) fs.rmSync(file, { force: true })
    await new Promise((resolve) => setTimeout(resolve, POLL_MS))
  }
  throw new Error(`${file} stays there: remove it`)
}

function isHeld(fs, file) {
  try {
    process.kill(Number(fs.readFileSync(file, 'utf8')) || process.pid, 0)
    return true
  } catch (error) {
    return error.code === 'EPERM'
  }
}
