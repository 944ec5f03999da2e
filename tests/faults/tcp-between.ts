import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'

/** How a connection suffers on its way. */
export interface Weather {
  /** Milliseconds that each piece is late. */
  delayMs?: number
  /** The share of pieces at which the connection is reset. */
  resets?: number
  /** Nothing comes through any more, and nobody is told; a connection that lost something stays silent for good, as one does whose way is forgotten. */
  silent?: boolean
  /** Pieces come a byte at a time, so many a second. */
  bytesPerSecond?: number
}

export interface Between {
  port: number
  weather: Weather
  /** Cuts every connection there is. */
  cut(): void
  close(): Promise<void>
}

/** Stands between two programs and lets their connections suffer as `weather` says. */
export const tcpBetween = async (port: number, random: () => number): Promise<Between> => {
  const sockets = new Set<Socket>()
  const carry = (from: Socket, to: Socket, way: { isLost: boolean }) => {
    let queue = Promise.resolve()
    from.on('data', (piece: Buffer) => {
      queue = queue.then(() => pass(piece, to, way)).catch(() => undefined)
    })
    from.on('error', () => undefined)
    from.on('close', () => {
      sockets.delete(from)
      way.isLost ||= between.weather.silent === true
      if (!way.isLost) to.destroy()
    })
  }
  const pass = async (piece: Buffer, to: Socket, way: { isLost: boolean }): Promise<void> => {
    const { delayMs = 0, resets = 0, silent, bytesPerSecond } = between.weather
    way.isLost ||= silent === true
    if (way.isLost) return
    if (delayMs) await new Promise((resolve) => setTimeout(resolve, delayMs))
    if (random() < resets) {
      to.resetAndDestroy()
      return
    }
    if (!bytesPerSecond) {
      to.write(piece)
      return
    }
    let sent = 0
    for (; sent < piece.length && between.weather.bytesPerSecond && !to.destroyed; sent += 1) {
      to.write(piece.subarray(sent, sent + 1))
      await new Promise((resolve) => setTimeout(resolve, 1000 / bytesPerSecond))
    }
    if (!to.destroyed) to.write(piece.subarray(sent))
  }
  const server = createServer((near) => {
    const far = connect(port, '127.0.0.1')
    for (const socket of [near, far]) sockets.add(socket.setNoDelay())
    const way = { isLost: false }
    carry(near, far, way)
    carry(far, near, way)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const between: Between = {
    port: (server.address() as { port: number }).port,
    weather: {},
    cut: () => {
      for (const socket of sockets) socket.destroy()
    },
    close: async () => {
      for (const socket of sockets) socket.destroy()
      server.close()
    },
  }
  return between
}
