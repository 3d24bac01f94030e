import { Component, type ReactNode } from "react";
import { useLocation } from "react-router";
import { RouteError } from "./RouteError";

interface Props {
  /** A new value is a new place: what failed before has nothing to do with it. */
  place: string;
  children: ReactNode;
}

interface State {
  failed: { error: unknown } | null;
  place: string;
}

class Catching extends Component<Props, State> {
  override state: State = { failed: null, place: this.props.place };

  static getDerivedStateFromError(error: unknown): Partial<State> {
    return { failed: { error } };
  }

  static getDerivedStateFromProps(props: Props, state: State): Partial<State> | null {
    return props.place === state.place ? null : { failed: null, place: props.place };
  }

  override render() {
    return this.state.failed ? <RouteError error={this.state.failed.error} /> : this.props.children;
  }
}

/** Catches what breaks inside, says so, and draws its children again once the person has gone elsewhere. */
export function Boundary({ children }: { children: ReactNode }) {
  const { key } = useLocation();
  return <Catching place={key}>{children}</Catching>;
}
