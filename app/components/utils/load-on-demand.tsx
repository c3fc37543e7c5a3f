import { useEffect, useEffectEvent, useReducer, type ComponentType } from 'react';

/**
 * A component in a script of its own, which is loaded when the component is first rendered. It shows nothing until then, and
 * calls `onClose`, if it has one, when the script can't be loaded.
 */
export function loadOnDemand<Props extends object>(load: () => Promise<ComponentType<Props>>): ComponentType<Props> {
  let Loaded: ComponentType<Props> | null = null;
  return function LoadedOnDemand(props: Props) {
    const [, rerender] = useReducer((count: number) => count + 1, 0);
    const handleError = useEffectEvent(() => {
      if ('onClose' in props && typeof props.onClose === 'function') props.onClose();
    });
    useEffect(() => {
      if (Loaded) return;
      void load().then(
        (component) => {
          Loaded = component;
          rerender();
        },
        () => handleError(),
      );
    }, []);
    return Loaded && <Loaded {...props} />;
  };
}
