import { createHash } from 'node:crypto'
import { readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { failure } from '#shared/failure.ts'
import { companionCookie } from './caller.ts'

/** Which files a screen of the browser app begins with, beside those the page names for every screen; as the build wrote it down. */
interface ScreenFiles {
  files: string[]
  /** Open to whoever is not signed in. */
  public: boolean
}

interface Build {
  html: string
  screens: { pattern: RegExp; screen: ScreenFiles }[]
  /** Where whoever is not signed in is led. */
  door: ScreenFiles | undefined
  written: Map<ScreenFiles | undefined, { html: string; tag: string }>
}

const DOOR = '/membership/auth'

/**
 * The app's page for an address: with the files of its screen named in it, so that a browser fetches them together with the app and not
 * after it. Who is not signed in gets the door instead, and so it is the door's files then. Status 404 at an address that is no screen's.
 * @param secure whether browsers reach us over https
 */
export const pageSender = (webFolder: string, secure: boolean) => {
  const page = join(webFolder, 'index.html')
  let read: { at: number; build: Promise<Build> } | undefined
  /** The build as it is now: another may have been swapped in under a running server. */
  const current = async (): Promise<Build> => {
    // For the blink of the swap there is none, and the one before still serves.
    const at = await stat(page).then(
      ({ mtimeMs }) => mtimeMs,
      () => read?.at,
    )
    if (at === undefined) throw failure('NotFound')
    if (read?.at !== at) read = { at, build: readBuild(webFolder, page) }
    return read.build
  }
  return async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const build = await current()
    if (!isScreen(build, request)) return reply.code(404).header('cache-control', 'no-cache').type('text/html; charset=utf-8').send(build.html)
    const { html, tag } = written(build, screenFor(build, request, secure))
    reply.header('cache-control', 'no-cache').header('etag', tag).header('vary', 'cookie').type('text/html; charset=utf-8')
    return request.headers['if-none-match']?.includes(tag) ? reply.code(304).send() : reply.send(html)
  }
}

const readBuild = async (webFolder: string, page: string): Promise<Build> => {
  const listed = await readFile(join(webFolder, '.vite/screens.json'), 'utf8').catch(() => '{}')
  const known = Object.entries(JSON.parse(listed) as Record<string, ScreenFiles>)
  return {
    html: await readFile(page, 'utf8'),
    screens: known.map(([path, screen]) => ({ pattern: new RegExp(`^${path.replace(/\$\w+/g, '[^/]+')}/?$`, 'i'), screen })),
    door: known.find(([path]) => path === DOOR)?.[1],
    written: new Map(),
  }
}

const pathOf = (request: FastifyRequest): string => request.url.split('?')[0] ?? '/'

/** Whether an address is the page's own or that of a screen; at any other the app shows that there is nothing. */
const isScreen = ({ screens }: Build, request: FastifyRequest): boolean => {
  const path = pathOf(request)
  return path === '/' || path === '/index.html' || screens.some(({ pattern }) => pattern.test(path))
}

const screenFor = ({ screens, door }: Build, request: FastifyRequest, secure: boolean): ScreenFiles | undefined => {
  const path = pathOf(request)
  const screen = screens.find(({ pattern }) => pattern.test(path))?.screen
  if (screen?.public || request.cookies[companionCookie(secure)] !== undefined) return screen
  // The cookie stays behind where a link on another site is followed: then nobody here knows who comes.
  return request.headers['sec-fetch-site'] === 'cross-site' ? undefined : door
}

const written = (build: Build, screen: ScreenFiles | undefined): { html: string; tag: string } => {
  const known = build.written.get(screen)
  if (known) return known
  const html = screen ? build.html.replace('</head>', `${screen.files.map(linkTo).join('')}</head>`) : build.html
  const made = { html, tag: `W/"${createHash('sha256').update(html).digest('base64url').slice(0, 22)}"` }
  build.written.set(screen, made)
  return made
}

const linkTo = (file: string): string =>
  file.endsWith('.css') ? `<link rel="preload" as="style" crossorigin href="/${file}">` : `<link rel="modulepreload" crossorigin href="/${file}">`
