/** The products of a bundle below its name. */
export const ProductNames = ({ names }: { names: readonly string[] }) => (
  <ul className="purchase-products">
    {names.map((name, index) => (
      <li key={index} dir="auto">
        {name}
      </li>
    ))}
  </ul>
);
