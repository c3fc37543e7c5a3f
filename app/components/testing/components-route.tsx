import { ComponentGallery } from './component-gallery.tsx';

import '#app/app.css';

export const meta = () => [{ title: 'Components' }];

export default ComponentGallery;
