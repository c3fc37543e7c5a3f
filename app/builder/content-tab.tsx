import { LIMITS } from '#domain/checkout-page.ts';

import { Group } from './builder-field.tsx';
import { CustomFieldsGroup } from './custom-fields-group.tsx';
import { FeaturesGroup } from './features-group.tsx';
import { ImageField } from './image-field.tsx';
import { PriceGroup } from './price-group.tsx';
import { TestimonialsGroup } from './testimonials-group.tsx';
import { ConfigTextField } from './text-field.tsx';

export function ContentTab() {
  return (
    <>
      <Group title="Product">
        <ConfigTextField field="productName" label="Product name" limit={LIMITS.productName} />
        <ConfigTextField field="description" label="Description" rows={5} limit={LIMITS.description} />
        <ImageField
          field="productImage"
          use="product"
          label="Product image"
          acceptedText="JPG, PNG or WEBP, at most 2 MB"
        />
      </Group>
      <PriceGroup />
      <FeaturesGroup />
      <CustomFieldsGroup />
      <TestimonialsGroup />
      <Group title="Button">
        <ConfigTextField
          field="buttonText"
          label="Button text"
          limit={LIMITS.buttonText}
          hint="The amount is added for you."
        />
        <ConfigTextField
          field="successMessage"
          label="Success message"
          rows={3}
          limit={LIMITS.successMessage}
          hint="Buyers read it after they have paid."
        />
      </Group>
    </>
  );
}
