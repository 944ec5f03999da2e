/** The zones and currencies there are, offered while one types. */
export const Lists = () => (
  <>
    <datalist id="venue-zones">
      {Intl.supportedValuesOf('timeZone').map((zone) => (
        <option key={zone} value={zone} />
      ))}
    </datalist>
    <datalist id="venue-currencies">
      {Intl.supportedValuesOf('currency').map((currency) => (
        <option key={currency} value={currency} />
      ))}
    </datalist>
  </>
)
