interface TicksProps<V extends string | number> {
  legend: string
  options: readonly (readonly [V, string])[]
  chosen: readonly V[]
  onChange: (chosen: V[]) => void
}

/** Any of several. */
export const Ticks = <V extends string | number>({ legend, options, chosen, onChange }: TicksProps<V>) => (
  <fieldset className="choice-set">
    <legend>{legend}</legend>
    <div>
      {options.map(([option, label]) => (
        <label className="tickable" key={option}>
          <input
            type="checkbox"
            checked={chosen.includes(option)}
            onChange={(event) => onChange(event.target.checked ? [...chosen, option] : chosen.filter((one) => one !== option))}
          />
          <span>{label}</span>
        </label>
      ))}
    </div>
  </fieldset>
)
