// Device copies of host arrays for the tests that need a GPU, freed at their end.
#pragma once

#include <cuda_runtime.h>
#include <gtest/gtest.h>

#include <memory>
#include <vector>

#include "abut/bodies/parts_view.h"

namespace abut::test {

template <class E>
class OnDevice {
 public:
  explicit OnDevice(std::size_t count) : count_(count) {
    EXPECT_EQ(cudaMalloc(reinterpret_cast<void**>(&data_), (count > 0 ? count : 1) * sizeof(E)), cudaSuccess);
  }
  OnDevice(const E* host, std::size_t count) : OnDevice(count) { upload(host); }
  ~OnDevice() { (void)cudaFree(data_); }
  OnDevice(const OnDevice&) = delete;
  OnDevice& operator=(const OnDevice&) = delete;
  void upload(const E* host) {
    EXPECT_EQ(cudaMemcpy(data_, host, count_ * sizeof(E), cudaMemcpyHostToDevice), cudaSuccess);
  }
  std::vector<E> download() const {
    std::vector<E> host(count_);
    EXPECT_EQ(cudaMemcpy(host.data(), data_, count_ * sizeof(E), cudaMemcpyDeviceToHost), cudaSuccess);
    return host;
  }
  E* data() const { return data_; }
  std::size_t size() const { return count_; }

 private:
  E* data_ = nullptr;
  std::size_t count_;
};

/// All arrays of a view of parts. New poses keep their places, so that a graph may be replayed on them.
class PartsOnDevice {
 public:
  explicit PartsOnDevice(const PartsView& host) { each(host, Make{*this}); }
  void upload(const PartsView& host) {
    std::size_t next = 0;
    each(host, [&](auto* from, auto*&) { upload_next(from, next); });
  }
  const PartsView& view() const { return view_; }

 private:
  template <class E>
  auto& arrays() {
    if constexpr (std::is_same_v<E, double>) {
      return doubles_;
    } else if constexpr (std::is_same_v<E, std::uint32_t>) {
      return words_;
    } else {
      return bytes_;
    }
  }
  struct Make {
    PartsOnDevice& to;
    template <class E>
    void operator()(const E* from, const E*& into) const {
      if (from == nullptr) return;
      to.arrays<E>().push_back(std::make_unique<OnDevice<E>>(from, to.view_.count));
      into = to.arrays<E>().back()->data();
    }
  };
  void upload_next(const double* from, std::size_t& next) {
    if (from != nullptr) doubles_[next++]->upload(from);
  }
  template <class E>
  void upload_next(const E*, std::size_t&) {}  // poses and alert distances alone change

  template <class F>
  void each(const PartsView& host, const F& f) {
    view_.count = host.count;
    f(host.shape, view_.shape), f(host.body, view_.body);
    f(host.px, view_.px), f(host.py, view_.py), f(host.pz, view_.pz);
    for (int k = 0; k < 9; ++k) f(host.r[k], view_.r[k]);
    f(host.body_x, view_.body_x), f(host.body_y, view_.body_y), f(host.body_z, view_.body_z);
    f(host.groups, view_.groups), f(host.meets, view_.meets), f(host.self_contact, view_.self_contact);
    f(host.alert, view_.alert);
  }

  PartsView view_;
  std::vector<std::unique_ptr<OnDevice<double>>> doubles_;
  std::vector<std::unique_ptr<OnDevice<std::uint32_t>>> words_;
  std::vector<std::unique_ptr<OnDevice<std::uint8_t>>> bytes_;
};

}  // namespace abut::test
