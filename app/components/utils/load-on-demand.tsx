import { useEffect, useEffectEvent, useReducer, type ComponentType } from 'react';

type Options = {
  /** Called with the component's props when its script could not be loaded. */
  onError?: () => void;
};

/** A component in a script of its own, which is loaded when the component is first rendered. Shows nothing until then. */
export function loadOnDemand<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  { onError }: Options = {},
): ComponentType<Props> {
  let Loaded: ComponentType<Props> | null = null;
  return function LoadedOnDemand(props: Props) {
    const [, rerender] = useReducer((count: number) => count + 1, 0);
    const handleError = useEffectEvent(() => {
      onError?.();
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
