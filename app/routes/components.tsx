import { ComponentGallery } from '#app/testing/component-gallery.tsx';

import '#app/app.css';

export const meta = () => [{ title: 'Components' }];

export default ComponentGallery;
