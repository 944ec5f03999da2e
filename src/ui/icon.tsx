const SHAPES = {
  up: <path d="M5 1.5 9 8.5H1z" />,
  down: <path d="M5 8.5 1 1.5h8z" />,
  caret: <path d="m1.5 3.5 3.5 3.5 3.5-3.5" className="st" />,
  left: <path d="M6.5 1.5 3 5l3.5 3.5" className="st" />,
  right: <path d="M3.5 1.5 7 5 3.5 8.5" className="st" />,
  close: <path d="m1.5 1.5 7 7m0-7-7 7" className="st" />,
  check: <path d="m1 5.2 2.8 2.8L9 2" className="st" />,
  half: (
    <>
      <path d="M5 1a4 4 0 0 1 0 8z" />
      <circle cx="5" cy="5" r="3.5" className="st" />
    </>
  ),
  dot: <circle cx="5" cy="5" r="4" />,
  ring: <circle cx="5" cy="5" r="3.5" className="st" />,
  alert: <path d="M5 1 9.4 9H.6zM5 4v2.2M5 7.2v.9" className="st" />,
  search: <path d="M4.2 1.2a3 3 0 1 1 0 6 3 3 0 0 1 0-6zM6.5 6.5 9 9" className="st" />,
  menu: <path d="M1 2.5h8M1 5h8M1 7.5h8" className="st" />,
  attention: <path d="M5 1v5M5 8v1" className="st" />,
  help: <path d="M2.8 3.4C2.8 2 3.7 1.2 5 1.2s2.2.8 2.2 2c0 1.6-2.2 1.6-2.2 3.2M5 8v1" className="st" />,
  out: <path d="M5.5 1.5h3v3m0-3-4 4M3.5 2.5h-2v6h6v-2" className="st" />,
  lock: <path d="M1.5 4.5h7V9h-7zM3 4.5V3a2 2 0 0 1 4 0v1.5" className="st" />,
  late: <path d="M5 1a4 4 0 1 1 0 8 4 4 0 0 1 0-8zM5 2.8V5l1.7 1.2" className="st" />,
  more: (
    <>
      <circle cx="1.5" cy="5" r="1" />
      <circle cx="5" cy="5" r="1" />
      <circle cx="8.5" cy="5" r="1" />
    </>
  ),
} as const

/** A small drawn sign beside words; it never stands for words alone. */
export const Icon = ({ name }: { name: keyof typeof SHAPES }) => (
  <svg className="i" viewBox="0 0 10 10" aria-hidden="true">
    {SHAPES[name]}
  </svg>
)
