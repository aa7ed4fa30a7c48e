// Pairs of a file, read, queried and written in pieces. One thread reads the next piece and writes the last one while
// this one and its fellows query the one in between: two pieces and two sets of rows take turns.
#include <algorithm>
#include <chrono>
#include <cmath>
#include <limits>

#include "abut/core/error.h"
#include "abut/hdf5.h"
#include "host/io/contact_rows.h"
#include "host/io/io_thread.h"
#include "host/io/other_file.h"
#include "host/io/pair_feed.h"
#include "host/number_text.h"

namespace abut {
namespace io {
namespace {

using Clock = std::chrono::steady_clock;

/// Adds the time that it lives to `seconds`.
class Timed {
 public:
  explicit Timed(double& seconds) : seconds_(seconds) {}
  ~Timed() { seconds_ += std::chrono::duration<double>(Clock::now() - start_).count(); }
  Timed(const Timed&) = delete;
  Timed& operator=(const Timed&) = delete;

 private:
  double& seconds_;
  Clock::time_point start_ = Clock::now();
};

/// What is read before the first query.
struct Input {
  std::unique_ptr<DataSource> source;  // null: JSON
  SceneColumns columns;
  Scene scene;
};

Input read_input(const std::string& from, QueryFileSummary& summary) {
  Input input;
  {
    const Timed timed(summary.read);
    if (is_hdf5(from)) {
      input.source = open_hdf5(from);
      input.columns = read_columns(*input.source, PairsWanted::kind_only);
    } else {
      input.columns = read_json_columns(from);
    }
  }
  const Timed timed(summary.prepare);
  SceneColumns without_pairs = input.columns;
  without_pairs.pair_kind = PairKind::none;
  input.scene = scene_of(without_pairs, from);
  return input;
}

template <class T>
class Pipeline {
 public:
  Pipeline(const QueryFileOptions& options, const Input& input, std::span<const ContactField> fields,
           QueryFileSummary& summary)
      : options_(options),
        input_(input),
        summary_(summary),
        shapes_(input.scene.shapes.template view<T>()),
        parts_(input.scene.bodies.parts()),
        rows_{{fields, options.piece}, {fields, options.piece}} {}

  void run(IoThread& io, PairFeed& feed, DataSink& sink) {
    const auto read = [&](int turn) {
      return io.submit([this, &feed, turn] {
        const Timed timed(summary_.read);
        return feed.next(options_.piece, pieces_[turn]);
      });
    };
    const auto write = [&](int turn, std::uint64_t first, std::uint64_t count) {
      return io.submit([this, &sink, turn, first, count] {
        const Timed timed(summary_.write);
        rows_[turn].write(sink, first, count);
      });
    };
    std::future<bool> next = read(0);
    std::future<void> written[2];
    std::uint64_t done = 0;
    for (int turn = 0;; turn = 1 - turn) {
      if (!waited_for(next)) break;
      next = read(1 - turn);
      if (written[turn].valid()) waited_for(written[turn]);
      query(turn);
      const std::uint64_t count = pieces_[turn].pairs.size();
      written[turn] = write(turn, done, count);
      done += count;
      if (options_.progress) options_.progress(done, summary_.pairs);
    }
    for (std::future<void>& last : written) {
      if (last.valid()) waited_for(last);
    }
  }

 private:
  template <class R>
  R waited_for(std::future<R>& future) {
    const Timed timed(summary_.waited);
    return future.get();
  }

  void query(int turn) {
    const Timed timed(summary_.query);
    const PairPiece& piece = pieces_[turn];
    ContactRows<T>& rows = rows_[turn];
    const QueryOptions query{summary_.alert_distance, nullptr};
    if (input_.columns.pair_kind == PairKind::shapes) {
      query_shape_pairs<T>(options_.executor, shapes_, piece.pairs, {piece.poses.data(), 12}, query, rows.view());
    } else {
      query_pairs<T>(options_.executor, shapes_, parts_, piece.pairs, query, rows.view());
    }
    fill_pairs(piece, rows);
    for (std::size_t i = 0; i < piece.pairs.size(); ++i) {
      ++summary_.status[static_cast<std::size_t>(status_of(rows.status()[i]))];
    }
  }

  void fill_pairs(const PairPiece& piece, ContactRows<T>& rows) const {
    if (auto* const pairs = static_cast<Pair*>(rows.field("pair")))
      std::copy(piece.pairs.begin(), piece.pairs.end(), pairs);
    if (auto* const bodies = static_cast<Pair*>(rows.field("body"))) {
      std::transform(piece.pairs.begin(), piece.pairs.end(), bodies, [&](Pair pair) {
        return Pair{parts_.body[pair.a], parts_.body[pair.b]};
      });
    }
  }

  const QueryFileOptions& options_;
  const Input& input_;
  QueryFileSummary& summary_;
  ShapeSetView<T> shapes_;
  PartsView parts_;
  PairPiece pieces_[2];
  ContactRows<T> rows_[2];
};

void check_options(const QueryFileOptions& options) {
  if (!options.precision.empty() && options.precision != "f32" && options.precision != "f64") {
    throw InvalidInput("precision: '" + options.precision + "' is not a precision, allowed are f32 and f64");
  }
  if (options.alert_distance && !(*options.alert_distance >= 0)) {
    throw InvalidInput("alert_distance is " + host::number_text(*options.alert_distance) + "; allowed is 0 or more");
  }
  if (options.deflate < 0 || options.deflate > 9) {
    throw InvalidInput("deflate is " + std::to_string(options.deflate) + "; allowed are 0 to 9");
  }
  constexpr std::uint64_t most_piece = std::uint64_t{1} << 24;
  if (options.piece < 1 || options.piece > most_piece) {
    throw InvalidInput("piece is " + std::to_string(options.piece) + "; allowed are 1 to " +
                       std::to_string(most_piece));
  }
}

template <class T>
void answer(const QueryFileOptions& options, const Input& input, const std::string& from, const std::string& to,
            QueryFileSummary& summary) {
  const PairKind kind = input.columns.pair_kind;
  const std::vector<ContactField> fields =
      contact_fields_of(options.fields, kind != PairKind::shapes, std::is_same_v<T, float>);
  for (const ContactField& field : fields) summary.fields.push_back(field.name);
  PairFeed feed(input.source.get(), input.columns, from);
  std::unique_ptr<DataSink> sink;
  Pipeline<T> pipeline(options, input, fields, summary);
  IoThread io;  // the last, so that it has ended its tasks before what they refer to goes
  io.submit([&] {
      const Timed timed(summary.read);
      summary.pairs = feed.count();
    }).get();
  io.submit([&] {
      const Timed timed(summary.write);
      sink = create_hdf5(to, options.deflate, options.piece);
      begin_contacts(*sink, fields, summary.pairs, summary.precision, summary.alert_distance, input.scene.length_unit,
                     kind != PairKind::shapes);
    }).get();
  pipeline.run(io, feed, *sink);
  io.submit([&] {
      const Timed timed(summary.disk);
      sink->publish();
    }).get();
}

}  // namespace
}  // namespace io

bool hdf5_available() { return io::has_hdf5(); }

QueryFileSummary query_pair_file(const std::string& from, const std::string& to, const QueryFileOptions& options) {
  io::check_options(options);
  io::require_other_file("the file to write", to, {from});
  QueryFileSummary summary;
  {
    const io::Timed total(summary.total);
    const io::Input input = io::read_input(from, summary);
    const io::SceneColumns& columns = input.columns;
    io::require_other_file("the file to write", to, io::scene_files(from, columns.hulls_of_meshes));
    summary.precision = !options.precision.empty() ? options.precision : input.scene.precision;
    summary.alert_distance =
        options.alert_distance.value_or(columns.alert_distance.value_or(std::numeric_limits<double>::infinity()));
    if (summary.precision == "f32") {
      io::answer<float>(options, input, from, to, summary);
    } else {
      io::answer<double>(options, input, from, to, summary);
    }
  }
  return summary;
}

ConvertedScene convert_scene(const std::string& from, const std::string& to, int deflate) {
  if (deflate < 0 || deflate > 9) {
    throw InvalidInput("deflate is " + std::to_string(deflate) + "; allowed are 0 to 9");
  }
  io::require_other_file("the file to write", to, {from});
  const bool to_hdf5 = to.ends_with(".h5") || to.ends_with(".hdf5");
  if (to_hdf5 && !io::has_hdf5()) io::create_hdf5(to);  // which says so, before the work
  io::SceneColumns columns;
  if (io::is_hdf5(from)) {
    const std::unique_ptr<io::DataSource> source = io::open_hdf5(from);
    columns = io::read_columns(*source);
    io::scene_of(columns, from);  // what the shapes themselves refuse
  } else {
    columns = io::read_json_columns(from);
  }
  io::require_other_file("the file to write", to, io::scene_files(from, columns.hulls_of_meshes));
  if (to_hdf5) {
    const std::unique_ptr<io::DataSink> sink = io::create_hdf5(to, deflate);
    io::write_columns(columns, *sink);
    sink->publish();
  } else {
    io::write_scene_json(columns, from, to);
  }
  return {columns.hulls_of_meshes.size()};
}

template <class T>
void write_contacts_hdf5(const Scene& scene, const Detection<T>& detection, const std::string& path, int deflate) {
  io::finished_contacts(scene, detection, path, deflate)->publish();
}

template void write_contacts_hdf5(const Scene&, const Detection<float>&, const std::string&, int);
template void write_contacts_hdf5(const Scene&, const Detection<double>&, const std::string&, int);

}  // namespace abut
