import * as l10n from '@vscode/l10n';
import { Component, createRef } from 'preact';
import type { Graph, GraphNode } from '../../../shared/protocol';
import { Drawing, Heads, nodeElementId, boxOf, labelRoom, paperOf } from './drawing';
import type { Page } from '../../page';
import { Hand } from './hand';
import { scrolledTip, Tip } from './tip';
import {
  farScale,
  fitted,
  opening,
  panned,
  placeOf,
  revealing,
  transformOf,
  zoomed,
  type Size,
  type Viewport,
} from './viewport';
import { readingOrder, walked } from './walk';

export interface GraphPlace {
  readonly view: Viewport;
  readonly active: string | undefined;
}

export interface GraphHandle {
  zoom: (factor: number) => void;
  fit: () => void;
}

interface GraphCanvasProps {
  page: Page;
  handle: { current: GraphHandle | undefined };
  graph: Graph;
  /** Place of the last time; without one the picture opens where it can be read. */
  place: GraphPlace | undefined;
  onPlace: (place: GraphPlace) => void;
  /** Changes with what is asked for: then the picture opens again. */
  choice: string;
  mark: { readonly id: string } | undefined;
  onScale: (percent: number) => void;
  /** Is pressed, by pointer or by key. */
  onChoose: (node: GraphNode) => void;
  /** The argument that stands beside the picture. */
  chosen: GraphNode | undefined;
}

interface GraphCanvasState {
  active: string | undefined;
  near: string | undefined;
  isFar: boolean;
}

const tipId = 'graph-tip';
/** Time to move from a node to what is said of it. */
const tipMs = 200;
const step = 60;
const zoomStep = 1.25;

/** The part of the graph that is seen. Moving and zooming change one attribute, and draw nothing again. */
export class GraphCanvas extends Component<GraphCanvasProps, GraphCanvasState> {
  readonly #canvas = createRef<HTMLDivElement>();
  readonly #moved = createRef<SVGGElement>();
  readonly #hand = new Hand({ onPan: (x, y) => this.pan(x, y), onZoom: (factor, at) => this.zoom(factor, at) });
  #view: Viewport = { x: 0, y: 0, k: 1 };
  #size: Size = { width: 1, height: 1 };
  #opensNext = false;
  #over: string | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #unmount: (() => void) | undefined;

  override state: GraphCanvasState = {
    active: this.props.place?.active ?? readingOrder(this.props.graph)[0]?.id,
    near: undefined,
    isFar: false,
  };

  override componentDidMount(): void {
    const { current: canvas } = this.#canvas;
    if (canvas === null) return;
    this.props.handle.current = { zoom: (factor) => this.zoom(factor), fit: () => this.fit() };
    const release = this.#hand.mount(canvas);
    const observer = new ResizeObserver(() => this.#measure());
    observer.observe(canvas);
    this.#unmount = () => {
      this.props.handle.current = undefined;
      release();
      observer.disconnect();
    };
    this.#size = { width: canvas.clientWidth, height: canvas.clientHeight };
    this.#set(this.props.place?.view ?? opening(paperOf(this.props.graph), this.#size));
    this.#showMark();
  }

  override componentDidUpdate({ choice, mark, graph }: GraphCanvasProps): void {
    const now = this.props;
    if (now.choice !== choice) this.#opensNext = true;
    // What was chosen has come.
    if (this.#opensNext && now.graph !== graph) {
      this.#opensNext = false;
      this.#set(opening(paperOf(now.graph), this.#size));
    }
    if (now.mark !== mark) this.#showMark();
    // What the keys acted on is not drawn any more.
    if (now.graph !== graph && !now.graph.nodes.some(({ id }) => id === this.state.active))
      this.setState({ active: readingOrder(now.graph)[0]?.id });
  }

  override componentWillUnmount(): void {
    clearTimeout(this.#timer);
    this.#unmount?.();
  }

  pan(x: number, y: number): void {
    this.#set(panned(this.#view, { x, y }, { drawing: paperOf(this.props.graph), window: this.#size }));
  }

  zoom(factor: number, at = { x: this.#size.width / 2, y: this.#size.height / 2 }): void {
    this.#set(zoomed(this.#view, factor, at));
  }

  fit(): void {
    this.#set(fitted(paperOf(this.props.graph), this.#size));
  }

  override render() {
    const { page, graph } = this.props;
    const { active, near, isFar } = this.state;
    const node = near === undefined ? undefined : graph.nodes.find(({ id }) => id === near);
    const names = ['graph', isFar ? 'is-far' : '', node === undefined ? '' : 'has-near'];
    return (
      <div
        class="graph-canvas"
        role="application"
        tabIndex={0}
        aria-label={l10n.t(
          'Argument graph: {0} arguments. Tab goes to the arguments, arrow keys from one to another; here they move the picture.',
          graph.nodes.length,
        )}
        ref={this.#canvas}
        onKeyDown={this.#onKeyDown}
      >
        <svg class={names.filter((name) => name !== '').join(' ')} width="100%" height="100%">
          <Heads />
          <g ref={this.#moved}>
            <g transform={`translate(${labelRoom} 0)`}>
              <Drawing
                graph={graph}
                active={active}
                near={node?.id}
                tipId={tipId}
                onOpen={this.#onOpen}
                onNear={this.#onNear}
              />
            </g>
          </g>
        </svg>
        {node !== undefined && (
          <Tip
            key={node.id}
            page={page}
            id={tipId}
            graph={graph}
            node={node}
            at={placeOf(this.#view, boxOf(node))}
            canvas={this.#size}
            sight={this.#sight()}
            onEnter={this.#keepTip}
            onLeave={this.#letTipGo}
          />
        )}
      </div>
    );
  }

  #sight(): { top: number; bottom: number } {
    const top = this.#canvas.current?.getBoundingClientRect().top ?? 0;
    return { top: -top, bottom: window.innerHeight - top };
  }

  #measure(): void {
    const { current: canvas } = this.#canvas;
    if (canvas === null || canvas.clientWidth === 0) return;
    const before = this.#size;
    this.#size = { width: canvas.clientWidth, height: canvas.clientHeight };
    // What was in the middle stays there.
    if (before.width > 1) this.pan((this.#size.width - before.width) / 2, 0);
    const { chosen } = this.props;
    if (chosen !== undefined) this.#set(revealing(this.#view, boxOf(chosen), this.#size));
  }

  #set(view: Viewport): void {
    this.#view = view;
    this.#moved.current?.setAttribute('transform', transformOf(view));
    const isFar = view.k < farScale - 1e-6;
    if (isFar !== this.state.isFar) this.setState({ isFar });
    // What is said of a node stands beside it: it goes along.
    else if (this.state.near !== undefined) this.forceUpdate();
    this.props.onScale(Math.round(view.k * 100));
    this.props.onPlace({ view, active: this.state.active });
  }

  #showMark(): void {
    const { mark, graph } = this.props;
    const node = graph.nodes.find(({ id }) => id === mark?.id);
    if (node !== undefined) this.#goTo(node);
  }

  #goTo(node: GraphNode): void {
    this.#set(revealing(this.#view, boxOf(node), this.#size));
    this.setState({ active: node.id });
    // The element is there already; preact only changes which of them Tab stops at.
    document.getElementById(nodeElementId(node.id))?.focus({ preventScroll: true });
  }

  readonly #onOpen = (node: GraphNode, how: 'pointer' | 'key'): void => {
    if (how === 'pointer' && this.#hand.hasDragged) return;
    this.props.onPlace({ view: this.#view, active: node.id });
    this.setState({ near: undefined });
    this.props.onChoose(node);
  };

  readonly #onNear = (id: string | undefined, how: 'pointer' | 'focus'): void => {
    // Of moves, the first: what only came to lie under a pointer that rests, or was closed there, is not shown.
    if (how === 'pointer' && (id === this.#over || this.#hand.isHolding)) return;
    clearTimeout(this.#timer);
    if (how === 'focus') this.setState(id === undefined ? { near: id } : { near: id, active: id });
    else if (id === undefined) this.#letTipGo();
    else this.setState({ near: id });
    if (how === 'pointer') this.#over = id;
  };

  readonly #keepTip = (): void => clearTimeout(this.#timer);

  readonly #letTipGo = (): void => {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.setState({ near: undefined }), tipMs);
  };

  readonly #onKeyDown = (event: KeyboardEvent): void => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (!this.#act(event)) return;
    event.preventDefault();
    event.stopPropagation();
  };

  #act({ key, shiftKey, target }: KeyboardEvent): boolean {
    const here = target instanceof Element ? target.closest<SVGElement>('[data-node]')?.dataset['node'] : undefined;
    if (key === 'Escape' && this.state.near !== undefined) {
      this.setState({ near: undefined });
      return true;
    }
    if (scrolledTip(tipId, key) || this.#zoomBy(key)) return true;
    if (here !== undefined && !shiftKey) {
      const node = walked(this.props.graph, here, key);
      if (node !== undefined) this.#goTo(node);
      return node !== undefined || key.startsWith('Arrow');
    }
    const by = panBy[key];
    if (by !== undefined) this.pan(by.x * step, by.y * step);
    return by !== undefined;
  }

  #zoomBy(key: string): boolean {
    if (key === '+' || key === '=') this.zoom(zoomStep);
    else if (key === '-' || key === '_') this.zoom(1 / zoomStep);
    else if (key === '0') this.fit();
    else return false;
    return true;
  }
}

/** The picture goes against the arrow, as the paper does under the eye. */
const panBy: Readonly<Record<string, { x: number; y: number }>> = {
  ArrowLeft: { x: 1, y: 0 },
  ArrowRight: { x: -1, y: 0 },
  ArrowUp: { x: 0, y: 1 },
  ArrowDown: { x: 0, y: -1 },
  PageUp: { x: 0, y: 6 },
  PageDown: { x: 0, y: -6 },
};
