import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'

/** How a connection suffers on its way. */
export interface Weather {
  /** Milliseconds that each piece is late. */
  delayMs?: number
  /** The share of pieces at which the connection is reset. */
  resets?: number
  /** Nothing comes through any more, and nobody is told. */
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
  const carry = (from: Socket, to: Socket) => {
    let queue = Promise.resolve()
    from.on('data', (piece: Buffer) => {
      queue = queue.then(() => pass(piece, to)).catch(() => undefined)
    })
    from.on('error', () => to.destroy())
    from.on('close', () => {
      sockets.delete(from)
      if (!between.weather.silent) to.destroy()
    })
  }
  const pass = async (piece: Buffer, to: Socket): Promise<void> => {
    const { delayMs = 0, resets = 0, silent, bytesPerSecond } = between.weather
    if (silent) return
    if (delayMs) await new Promise((resolve) => setTimeout(resolve, delayMs))
    if (random() < resets) {
      to.resetAndDestroy()
      return
    }
    if (!bytesPerSecond) {
      to.write(piece)
      return
    }
    for (const byte of piece) {
      if (!between.weather.bytesPerSecond || to.destroyed) break
      to.write(Buffer.of(byte))
      await new Promise((resolve) => setTimeout(resolve, 1000 / bytesPerSecond))
    }
  }
  const server = createServer((near) => {
    const far = connect(port, '127.0.0.1')
    for (const socket of [near, far]) sockets.add(socket.setNoDelay())
    carry(near, far)
    carry(far, near)
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
